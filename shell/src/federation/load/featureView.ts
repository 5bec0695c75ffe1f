// The host's modules as features see them: frozen, without what only the host calls, and with subjects that only emit.
import { Observable } from 'rxjs';

/** An observable that leads back to no subject: its `source` would let a feature emit. */
const observed = <Value>(source$: Observable<Value>): Observable<Value> =>
  new Observable((subscriber) => source$.subscribe(subscriber));

/** Emits what the subject emits. */
export const readOnly = <Value>(source$: Observable<Value>): Observable<Value> => Object.freeze(observed(source$));

/** The same with the subject's current value. */
export const readOnlyState = <Value>(
  state$: Observable<Value> & { readonly value: Value },
): Observable<Value> & { readonly value: Value } =>
  Object.freeze(
    Object.defineProperty(observed(state$), 'value', { get: () => state$.value }) as Observable<Value> & {
      readonly value: Value;
    },
  );

/** A copy of a module that nobody can change, without these names. */
export function moduleFor<Module extends object>(module: Module, hidden: readonly (keyof Module)[] = []): object {
  const shown = Object.entries(module).filter(([name]) => !(hidden as readonly string[]).includes(name));
  return Object.freeze(Object.fromEntries(shown));
}
