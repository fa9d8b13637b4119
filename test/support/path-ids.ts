/** What an id in a path is answered that belongs to nothing: 404 for a number, 400 for anything else. */
export const statusOfMissing = (id: string | number): 404 | 400 =>
  /^[1-9]\d*$/.test(decodeURIComponent(String(id))) ? 404 : 400;
