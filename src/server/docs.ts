/** Serves the documentation: hands it what belongs to other parts of the program. */
import { formatSettingsTable } from '../config/settings-texts.ts';
import { docsRoutes } from '../features/docs/routes.ts';
import { createPages } from '../features/docs/service.ts';
import icon from '../web/icon.svg' with { type: 'text' };
import tokens from '../web/tokens.css' with { type: 'text' };

/** The pages below `/docs`, and the same for assistants. */
export function createDocs(deps: {
  readonly baseUrl: string;
  readonly scriptPath: string;
  readonly openApi: () => unknown;
}) {
  const pages = createPages({ ...deps, settingsTable: formatSettingsTable, icon, tokens });
  return { routes: docsRoutes(pages), guide: pages.guide };
}
