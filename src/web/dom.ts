/** What an element may hold. Texts become text nodes, so that nothing a visitor sends is ever read as markup. */
export type Content = Node | string | number | false | null | undefined;

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A new element. An attribute that is true is there without a value, one that is false or undefined is not there. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...contents: readonly Content[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...nodesOf(contents));
  return element;
}

/** Puts new contents in the place of an element's old ones. */
export const fill = (element: Element, ...contents: readonly Content[]): void =>
  element.replaceChildren(...nodesOf(contents));

/** A text from outside, kept from changing the direction of what stands around it. */
export const outside = (text: string): HTMLElement => h('bdi', {}, text);

const nodesOf = (contents: readonly Content[]): (Node | string)[] =>
  contents.flatMap(content =>
    content === false || content === null || content === undefined
      ? []
      : [content instanceof Node ? content : String(content)],
  );
