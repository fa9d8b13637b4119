/** The request of a delivery. */
export interface ChannelRequest {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}
