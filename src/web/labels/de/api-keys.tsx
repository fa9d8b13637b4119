/** Texts of the API keys page. */
import type { ReactNode } from 'react';

export const hasFullAccess = 'Lesen und Schreiben';
export const isReadOnly = 'nur Lesen';
export const neverUsed = 'nie verwendet';
export const keyDetails = (hint: string, made: ReactNode, used: ReactNode) => (
  <>
    <code>{hint}</code> · erstellt {made} · {used}
  </>
);
export const renameKey = (name: string) => `${name} umbenennen`;
export const rename = 'Umbenennen';
export const revoke = 'Widerrufen';
export const revokeKey = (name: string) => `${name} widerrufen`;
export const revokeQuestion = 'Diesen Schlüssel widerrufen?';
export const revokeConfirm = 'Schlüssel widerrufen';
export const revokeHint = (name: ReactNode, hint: string) => (
  <>
    Alles, was {name} (<code>{hint}</code>) verwendet, funktioniert dann nicht mehr. Das lässt sich nicht
    rückgängig machen.
  </>
);
export const used = (at: ReactNode) => <>zuletzt verwendet {at}</>;
export const usageTitle = 'Schlüssel verwenden';
export const usageHint = 'Bei jeder Anfrage mitsenden. Diese Anfrage listet Ihre Websites auf:';
export const apiReferenceLink = 'API-Referenz';
export const reportsAndFilters = 'Berichte und Filter';
export const mcpLink = 'KI-Assistenten verbinden';
export const newKey = 'Neuer Schlüssel';
export const yourNewKey = 'Ihr neuer Schlüssel';
export const keyName = 'Schlüssel';
export const yourKeys = 'Ihre Schlüssel';
export const noKeys = 'Noch keine Schlüssel';
export const noKeysHint =
  'Mit API-Schlüsseln können eigene Programme Berichte lesen, Daten senden oder Websites verwalten.';
export const readOnly = 'Nur Lesen';
export const readOnlyHint = 'Berichte und Einstellungen ansehen.';
export const fullAccess = 'Lesen und Schreiben';
export const fullAccessHint = 'Daten senden und Einstellungen ändern, auch Websites löschen.';
export const submitKey = 'Schlüssel erstellen';
export const nameHint = 'Wofür der Schlüssel ist, zum Beispiel „Wochenbericht“.';
export const scopeLegend = 'Berechtigungen';
