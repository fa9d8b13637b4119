/** Texts of the imports of a site. */
import { pluralize } from './language.ts';

export const imports = 'Importe';
export const importTitle = 'Daten importieren';
export const dropHint = 'Datei hier ablegen oder';
export const chooseFile = 'Datei auswählen';
export const chooseOther = 'Andere Datei auswählen';
export const oneFile = 'Bitte eine Datei nach der anderen importieren.';
export const emptyFile = 'Diese Datei ist leer.';
export const tooLarge =
  'Diese Datei ist größer als 4 GB. Teilen Sie sie auf oder nutzen Sie den Befehl auf dem Server.';
export const fileHint =
  'Bis zu 4 GB, auch gepackt als Zip, gzip oder zstd. Bis zur Bestätigung ändert sich nichts.';
export const accessLog = 'Serverlog';
/** A file of a tool, such as Umami. */
export const exportOf = (tool: string) => `Export aus ${tool}`;
export const accessLogFile = 'Access-Log eines Servers';
export const uploading = (percent: string) => `Hochladen: ${percent}`;
export const checking = 'Datei wird geprüft …';
export const starting = 'Import wird gestartet …';
export const largeFile = (size: string) =>
  `Diese Datei ist ${size} groß. Bei einer Prüfung wird sie zweimal hochgeladen. Sie lässt sich auch gleich importieren: Jeder Import kann rückgängig gemacht werden.`;
export const checkFirst = 'Erst prüfen';
export const importIt = 'Importieren';
export const importAnyway = 'Ohne Prüfung importieren';
export const started = 'Import gestartet. Sie können diese Seite verlassen.';
export const visitsKind =
  'Sie enthält einzelne Besuche. Diese erscheinen in allen Berichten, Diagrammen und Filtern.';
export const daysKind =
  'Sie enthält Summen pro Tag. Diese kommen zu Diagrammen, Summen und Listen hinzu; Einzelheiten zu Besuchen stehen nicht in der Datei.';
export const nothingNew =
  'Diese Datei enthält keine neuen Seitenaufrufe. Vielleicht wurde sie schon importiert.';
export const nothingReadable = 'Keine Zeile dieser Datei ist lesbar.';
export const firstAndLastDay = 'Zeitraum';
export const hitsToAdd = 'Neue Seitenaufrufe';
export const rowsRead = 'Zeilen in der Datei';
export const rowsBad = 'Nicht lesbare Zeilen';
export const leftOutTitle = 'Nicht importiert';
export const badRowsTitle = 'Nicht lesbare Zeilen';
export const badRowsHint = 'Sie werden übersprungen, alles andere wird importiert.';
export const line = (number: string) => `Zeile ${number}`;
export const moreBadRows = (count: string) => `und ${count} weitere`;
export const options = 'Optionen';
export const formatLabel = 'Format';
export const formatHint = 'Nur nötig, wenn es falsch erkannt wurde.';
export const recognise = 'Automatisch erkennen';
export const zoneHint = 'Für Zeiten in der Datei ohne Zeitzone.';
export const ownFormat = 'Datei im Footfall-Format';
export const logFormat = 'Log-Format (optional)';
export const logFormatHint = 'Das log_format Ihrer nginx-Konfiguration, falls es ein eigenes ist.';
export const withoutHits = 'Seitenaufrufe weglassen';
export const withoutHitsHint =
  'Für Websites, die bereits den Tracking-Code nutzen. KI-Crawler und alles, was nur das Log zeigt, bleiben erhalten.';
export const overlap = 'Auch Tage importieren, die schon erfasst sind';
export const overlapHint =
  'Sonst endet der Import am Tag vor Ihrem ersten erfassten Seitenaufruf, damit nichts doppelt zählt.';
export const checkAgain = 'Erneut prüfen';
export const notReadable = 'Diese Datei kann nicht importiert werden';
export const notReadableHint =
  'Wenn Sie wissen, aus welchem Tool sie stammt, wählen Sie das Format und prüfen Sie sie erneut. Welche Dateien möglich sind:';
export const formatsLink = 'Unterstützte Formate';
export const historyTitle = 'Bisherige Importe';
export const noImports = 'Noch keine Importe';
export const noImportsHint =
  'Nehmen Sie Ihre bisherigen Daten mit. Exportieren Sie eine Datei aus Ihrem alten Tool:';
/** What to export, by tool. */
export const sourceFiles = {
  plausible: 'die Zip-Datei mit den CSV-Dateien',
  umami: 'CSV, die Zip-Datei von Umami Cloud oder einen SQL-Dump',
  goatcounter: 'den CSV-Export',
  matomo: 'JSON der Live- oder Reporting-API',
  ga4: 'Berichte als CSV oder JSON',
  'simple-analytics': 'Rohdaten als CSV',
  fathom: 'den CSV-Export',
  'access-log': 'nginx, Apache, Caddy, Traefik oder CloudFront',
};
export const ownFile = 'Oder schreiben Sie eine eigene CSV-, NDJSON- oder Parquet-Datei.';
export const guideLink = 'Anleitung zum Import';
export const statuses = {
  running: 'Läuft',
  completed: 'Importiert',
  failed: 'Fehlgeschlagen',
  undoing: 'Wird rückgängig gemacht',
  undone: 'Rückgängig gemacht',
  followed: 'Wird fortlaufend gelesen',
};
export const progressOf = (name: string) => `Fortschritt von ${name}`;
export const rowsImported = (count: number) => `${pluralize(count, 'Zeile', 'Zeilen')} importiert`;
export const rowsKnown = (count: string) => `${count} bereits vorhanden`;
export const rowsLeftOut = (count: string) => `${count} ausgelassen`;
export const rowsUnreadable = (count: string) => `${count} nicht lesbar`;
export const details = 'Details';
export const undo = 'Rückgängig';
export const undoOf = (name: string) => `Rückgängig: Import von ${name}`;
export const undoQuestion = 'Diesen Import rückgängig machen?';
export const undoHint = (rows: number) =>
  `Entfernt ${pluralize(rows, 'importierte Zeile', 'importierte Zeilen')}. Alle anderen Daten bleiben erhalten. Sie können die Datei erneut importieren.`;
export const undoFollowedHint = (rows: number) =>
  `Entfernt ${pluralize(rows, 'Zeile', 'Zeilen')} aus diesem Log. Neue Zeilen werden weiterhin importiert: Beenden Sie den Befehl, der das Log liest, wenn Sie das nicht möchten.`;
export const undoConfirm = 'Rückgängig machen';
export const commandHint = 'Sehr große Dateien und Logs lassen sich schneller auf dem Server importieren:';
export const commandName = 'Import-Befehl';
