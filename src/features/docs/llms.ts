/** `llms.txt`: where a language model finds its way, by the convention of that name. */
import { CONTENTS } from './contents.ts';

const SUMMARY =
  'Web analytics of one’s own sites: hits, events, uptime, broken links and insights, on one’s own server, without cookies. Everything is answered over an HTTP API and over MCP too, with the same keys.';

/** The list of pages, each by its Markdown, and the two doors for programs. */
export function llmsText(baseUrl: string): string {
  const groups = CONTENTS.map(({ title, pages }) => ({
    title,
    links: pages.map(page => ({
      title: page.title,
      url: `${baseUrl}/docs/${page.name}.md`,
      what: page.summary,
    })),
  }));
  const programs = {
    title: 'For programs',
    links: [
      {
        title: 'OpenAPI document',
        url: `${baseUrl}/api/v1/openapi.json`,
        what: 'Every endpoint of the API, as OpenAPI 3.1',
      },
      {
        title: 'API root',
        url: `${baseUrl}/api/v1`,
        what: 'How to authenticate, and every endpoint in a line',
      },
      {
        title: 'MCP endpoint',
        url: `${baseUrl}/mcp`,
        what: 'Streamable HTTP, with an API key as bearer token',
      },
    ],
  };
  const sections = [...groups, programs].map(({ title, links }) =>
    [`## ${title}`, links.map(link => `- [${link.title}](${link.url}): ${link.what}`).join('\n')].join(
      '\n\n',
    ),
  );
  return `${['# Footfall', `> ${SUMMARY}`, ...sections].join('\n\n')}\n`;
}
