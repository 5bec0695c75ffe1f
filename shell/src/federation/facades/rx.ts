// What remotes may use of rxjs.
export {
  BehaviorSubject, EMPTY, Observable, Subject, catchError, combineLatest, concatMap, debounceTime, defer,
  distinctUntilChanged, exhaustMap, filter, finalize, firstValueFrom, from, fromEvent, interval, map, merge, mergeMap, of, scan, share,
  shareReplay, startWith, switchMap, takeUntil, tap, throttleTime, timer, withLatestFrom,
} from 'rxjs';
