/** A stored kudo. */
export interface Kudo {
  readonly id: number;
  readonly siteId: number;
  readonly uid: string;
  readonly path: string;
  readonly createdAt: Date;
}
