/** Serves the documentation: hands it what belongs to other parts of the program. */
import { settingsTable } from '../config/load.ts';
import { docsRoutes } from '../features/docs/routes.ts';
import icon from '../web/icon.svg' with { type: 'text' };
import tokens from '../web/tokens.css' with { type: 'text' };

/** The pages below `/docs`. */
export const createDocs = (deps: { readonly baseUrl: string; readonly openApi: () => unknown }) =>
  docsRoutes({ ...deps, settingsTable, icon, tokens });
