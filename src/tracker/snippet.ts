/** The line that an owner pastes into the pages of a site. `origin`: the server's public address without a slash at its end. */
export const snippet = (origin: string, uid: string): string =>
  `<script defer src="${origin}/embed/${uid}.js"></script>`;
