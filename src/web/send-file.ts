/** Sends a file as the body of a request. */
import { ApiError, toApiError } from './api.ts';
import { apiUrl, type Query } from './api-url.ts';
import * as labels from './labels/ui.ts';

export interface SendOptions {
  readonly query: Query;
  readonly signal: AbortSignal;
  /** Called with the share that was sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Posts a file to an endpoint of the API and returns its answer. The browser reads it from the disk as it goes. Throws
 * `ApiError`. Fetch would not tell how much was sent.
 */
export function sendFile<Answer>(
  path: string,
  file: Blob,
  { query, signal, onProgress }: SendOptions,
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = new XMLHttpRequest();
  request.open('POST', apiUrl(path, query));
  request.responseType = 'json';
  request.setRequestHeader('accept', 'application/json');
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 1);
  request.onload = () =>
    request.status < 300 ? resolve(request.response) : reject(toApiError(request.status, request.response));
  request.onerror = () => reject(new ApiError(0, labels.noAnswer));
  request.onabort = () => reject(signal.reason);
  signal.addEventListener('abort', () => request.abort());
  request.send(file);
  return promise;
}
