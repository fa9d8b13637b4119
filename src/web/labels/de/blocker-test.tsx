/** Texts of the test of content blockers. */
import { ServerLink } from '../../ui/server-link.tsx';

export const title = 'Werbe- und Trackingblocker';
export const hint =
  'Prüft, ob dieser Browser den Tracking-Code oder dessen Daten blockiert. Nichts wird gezählt.';
export const test = 'In diesem Browser testen';
export const passed =
  'In diesem Browser wird nichts blockiert. Manche Listen blockieren nur Anfragen von anderen Websites: Öffnen Sie zur Sicherheit eine Seite Ihrer Website und prüfen Sie, ob der Besuch unter „Live“ erscheint.';
export const blocked = (
  <>
    Ein Blocker in diesem Browser unterdrückt den Tracking-Code. Liefern Sie diesen von Ihrer eigenen Domain
    aus oder ändern Sie seine Pfade mit <code>FOOTFALL_SCRIPT_PATH</code> und{' '}
    <code>FOOTFALL_COLLECTOR_PATH</code>.{' '}
    <ServerLink href="/docs/snippet#content-blockers">Was gegen Blocker hilft</ServerLink>
  </>
);
export const unreachable = 'Der Server ist nicht erreichbar. Versuchen Sie es später erneut.';
