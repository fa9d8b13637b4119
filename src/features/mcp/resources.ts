/** Resources that an assistant can read: the OpenAPI document and the guide. */

/** A page of the guide, handed over by the documentation. */
export interface GuidePage {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  /** Returns the Markdown; rendered on its first request. */
  readonly markdown: () => string;
}

/** A resource that can be read. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly text: () => string;
}

/** Creates every resource, by its address, under which a browser finds it too. */
export function createResources(deps: {
  readonly baseUrl: string;
  readonly openApi: () => unknown;
  readonly guide: readonly GuidePage[];
}): Map<string, Resource> {
  const { baseUrl, openApi, guide } = deps;
  const pages = guide.map(
    ({ name, title, summary, markdown }): Resource => ({
      uri: `${baseUrl}/docs/${name}.md`,
      name: `docs-${name}`,
      title,
      description: summary,
      mimeType: 'text/markdown',
      text: markdown,
    }),
  );
  const document: Resource = {
    uri: `${baseUrl}/api/v1/openapi.json`,
    name: 'openapi',
    title: 'OpenAPI document',
    description: 'Every endpoint of the HTTP API, also those that no tool stands for, as OpenAPI 3.1',
    mimeType: 'application/json',
    text: () => JSON.stringify(openApi()),
  };
  return new Map([...pages, document].map(resource => [resource.uri, resource]));
}
