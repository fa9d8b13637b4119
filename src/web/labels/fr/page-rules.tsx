/** Texts of the page rules of a site. */
import type { ReactNode } from 'react';
import { formatNumber, pluralize } from './language.ts';

export const pages = 'Pages';
export const pageRules = 'Une page, plusieurs adresses';
export const pageRulesHint =
  'Les adresses qui mènent à la même page sont comptées comme une seule. Les règles s’appliquent dès maintenant, à toutes les visites et aux imports.';
export const setOverApi =
  'Ces règles ont été définies par l’API et ne peuvent pas être modifiées ici. Modifiez-les de la même façon :';
export const slash = 'Barre oblique finale';
export const slashes = {
  keep: 'Laisser telle quelle',
  none: 'Supprimer : /about',
  slash: 'Ajouter : /about/',
};
export const index = 'Rattacher index.html, index.php et default.aspx à leur dossier';
export const lowerCase = 'Ignorer la casse';
export const hash = 'Compter les routes après # comme des pages';
export const hashHint = 'Pour les applications dont les adresses ressemblent à /app#/settings.';
export const keep = 'Paramètres qui font partie de la page';
export const keepHint = 'Par exemple p pour /?p=12. Les autres paramètres n’en font pas partie.';
export const replace = 'Regrouper des pages';
export const replaceHint =
  'Une règle par ligne, avec une flèche (→ ou ->). * remplace des caractères quelconques sauf la barre oblique, ** tout caractère.';
export const preview = 'Aperçu';
export const pageCount = (count: number) => pluralize(count, 'page', 'pages');
export const pagesBecome = (before: number, after: number) =>
  before === after
    ? `${pageCount(before)} jusqu’ici.`
    : `Les ${formatNumber(before)} pages actuelles n’en feraient plus ${after === 1 ? 'qu’une' : `que ${formatNumber(after)}`}.`;
export const pastHint =
  'Les règles enregistrées s’appliquent désormais ; les pages existantes se modifient ci-dessous.';
export const nothingMerged = 'Aucune page à regrouper';
export const nothingMergedHint = 'Avec ces règles, toutes les pages actuelles restent telles quelles.';
export const andMore = (count: number) => pluralize(count, 'autre', 'autres');
export const suggestions = 'Suggestions';
export const addRule = 'Ajouter la règle';
const SUGGESTED: Readonly<Record<string, string>> = {
  trailing_slash: 'Pages avec et sans barre oblique finale',
  index: 'Pages d’index et leurs dossiers',
  lower_case: 'Pages qui ne diffèrent que par la casse',
};
export const suggestion = (kind: string, pattern: ReactNode) =>
  SUGGESTED[kind] ?? <>Pages qui ne diffèrent que par un numéro ou un identifiant : {pattern}</>;
