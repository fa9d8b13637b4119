import { fill, h } from './dom.ts';

/** A text to be pasted elsewhere, with a button that copies it. */
export function copyable(text: string, name: string): HTMLElement {
  const code = h('code', {}, text);
  // Named for what it copies: a page has more than one.
  const button = h('button', { type: 'button', class: 'quiet', 'aria-label': `Copy ${name}` }, 'Copy');
  const said = h('span', { class: 'said', role: 'status' });
  button.addEventListener('click', () => {
    void copy(text, code).then(isCopied => {
      fill(said, isCopied ? 'Copied' : 'Selected: press Ctrl+C');
      setTimeout(() => fill(said), 4_000);
    });
  });
  return h('div', { class: 'copyable' }, h('pre', {}, code), button, said);
}

async function copy(text: string, shown: Node): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Over plain HTTP browsers give no clipboard: the text is at least selected.
    getSelection()?.selectAllChildren(shown);
    return document.execCommand('copy');
  }
}
