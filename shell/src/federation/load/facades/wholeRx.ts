// All entry points of rxjs, for a remote that imports more than the app itself does. The modules are those of the app.
import * as rx from 'rxjs';
import * as ajax from 'rxjs/ajax';
import * as fetch from 'rxjs/fetch';
import * as operators from 'rxjs/operators';
import * as webSocket from 'rxjs/webSocket';

export const wholeRx = {
  rxjs: rx,
  'rxjs/ajax': ajax,
  'rxjs/fetch': fetch,
  'rxjs/operators': operators,
  'rxjs/webSocket': webSocket,
};
