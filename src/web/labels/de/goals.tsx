/** Texts of goals: their page, their form, and a goal on the overview. */
import type { ReactNode } from 'react';
import type * as en from '../goals.tsx';
import { pluralize } from './language.ts';

export const addGoal = 'Ziel hinzufügen';
export const change = 'Bearbeiten';
export const changeGoal = 'Ziel bearbeiten';
export const changeOf = (name: string) => `Das Ziel ${name} bearbeiten`;
export const removeOf = (name: string) => `Das Ziel ${name} entfernen`;
export const removeGoal = 'Dieses Ziel entfernen?';
export const removeHint =
  'Ihre Daten bleiben erhalten. Legen Sie das Ziel wieder an, gilt es auch für vergangene Besuche.';
export const downloadGoals = 'CSV herunterladen';
export const noGoals = 'Noch keine Ziele';
export const noGoalsHint =
  'Messen Sie, worauf es ankommt: Bestellungen, Anmeldungen, Downloads. Sehen Sie, über welche Kanäle, Seiten und Länder sie kommen. Ziele gelten auch für vergangene Besuche.';
export const examples = ['Eine Seite erreichen', 'Ein Ereignis senden', 'Eine Seite lesen'];
export const conversionRate = 'Conversion-Rate';
export const conversionCount = (count: number) => pluralize(count, 'Conversion', 'Conversions');
export const ofVisitors = (share: string) => `${share} der Besucher`;
export const revenue = 'Umsatz';
export const goal = 'Ziel';
export const hideGoal = 'Ziel ausblenden';
export const viewsOf = (path: ReactNode) => <>Seite {path}</>;
export const eventOf = (event: ReactNode) => <>Ereignis {event}</>;
export const readTo = (share: string) => `Beliebige Seite, bis ${share} gelesen`;
export const reachedBy = 'Erreicht durch';
export const kinds = { path: 'eine Seite', event: 'ein Ereignis', scroll_depth: 'das Lesen einer Seite' };
export const pathHint = 'Etwa /danke. * steht für einen Teil des Pfads, ** für beliebig viele: /docs/**';
export const value = 'Wert (optional)';
export const properties = 'Eigenschaften (optional)';
export const propertiesHint = 'Eine pro Zeile: plan=pro';
export const depth = 'Gelesen bis';
export const depthHint =
  'Verfügbar, sobald die Scrolltiefe erfasst wird: in den Einstellungen unter „Tracking-Code“';
export const name = 'Name';
export const nameOf: typeof en.nameOf = ({ kind, path, event, depth: percent }) =>
  (kind === 'path' ? path : kind === 'event' ? event : `Bis ${percent} % gelesen`).trim() || 'Neues Ziel';
export const preview: typeof en.preview = found => (
  <>
    Wäre in den letzten {found.days} Tagen {found.times}-mal erreicht worden: {found.visitors} ({found.rate}).
  </>
);
export const previewHint = 'Zeigt, wie oft das Ziel in den letzten 90 Tagen erreicht worden wäre.';
