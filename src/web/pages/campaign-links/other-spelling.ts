/** Finds names that differ from one in use by their spelling alone. */

const normalize = (name: string): string =>
  name
    .trim()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, '-');

/** Finds a name in use that differs from another by capitals, accents, spaces or dashes alone: reports would have both. */
export const findOtherSpelling = (name: string, used: readonly string[]): string | undefined => {
  const given = name.trim();
  if (given === '' || used.includes(given)) return undefined;
  const sought = normalize(given);
  return used.find(each => normalize(each) === sought);
};
