/** Texts of the charts. */
import { pluralize } from './language.ts';

export const annotation = 'Anmerkung';
export const downtime = 'Ausfall';
export const insight = 'Insight';
export const marks = (count: number) => `${pluralize(count, 'Markierung', 'Markierungen')}: `;
export const andMore = (count: number) => `und ${count} weitere`;
export const overTime = (name: string) => `${name} im Zeitverlauf`;
export const noDataYet = 'noch keine Daten';
export const beforeValue = (value: string) => `, vorher ${value}`;
export const before = 'Vorher';
export const noDataYetTitle = 'Noch keine Daten';
export const mapLabel = (counted: string) => `Karte: ${counted} nach Land`;
export const tooSmallForTheMap = 'Zu klein für die Karte';
export const moreInList = (left: number) => `und ${left} weitere in der Liste`;
export const byDay = (name: string) => `${name} nach Tag`;
export const day = 'Tag';
export const heatMapLabel = 'Seitenaufrufe nach Wochentag und Stunde';
export const hour = 'Stunde';
export const typically = (count: string) => `, üblicherweise ${count}`;
export const eventCount = (count: number) => pluralize(count, 'Ereignis', 'Ereignisse');
export const kudoCount = (count: number) => pluralize(count, 'Kudo', 'Kudos');
export const agentVisitCount = (count: number) => pluralize(count, 'KI-Crawler-Besuch', 'KI-Crawler-Besuche');
export const now = 'Jetzt';
export const weekdays = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'];
export const noTime = 'keine Zeit gemeldet';
