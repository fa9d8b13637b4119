/** Gives a request another URL. The object is kept, since the server finds the client's address by it. */
export const setRequestUrl = (request: Request, url: string): void =>
  void Object.defineProperty(request, 'url', { value: url, configurable: true });
