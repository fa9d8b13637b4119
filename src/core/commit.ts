/** The commit that a program is built from; the build fills it in (scripts/commit.ts). Null when run from the sources. */
export const commit: { readonly id: string; readonly date: string } | null = null;
