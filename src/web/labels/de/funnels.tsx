/** Deutsche Texte der Seiten für Trichter und Wege. */
import type { ReactNode } from 'react';

const minutes = (count: number) => (count === 1 ? '1 Minute' : `${count} Minuten`);

export const funnels = 'Trichter';
export const paths = 'Pfade';
export const ways = 'Pfade durch die Website';
export const newFunnel = 'Neuer Trichter';
export const editFunnel = 'Bearbeiten';
export const allFunnels = 'Trichter dieser Website';
export const emptyTitle = 'Noch keine Trichter';
export const emptyHint =
  'Ein Trichter ist eine Folge von Schritten, etwa Warenkorb, Kasse und Bestellung. Er zeigt, wie viele Besucher jeden Schritt erreichen und wohin die anderen gehen. Er gilt auch für vergangene Besuche.';
export const noVisitors = 'In diesem Zeitraum hat kein Besucher den ersten Schritt erreicht';
export const removeFunnel = 'Diesen Trichter entfernen?';
export const removeHint = 'Die Schritte werden gelöscht. Ihre Daten bleiben erhalten.';
export const download = 'CSV herunterladen';
export const steps = 'Schritte';
export const step = (number: number) => `Schritt ${number}`;
export const readTo = (share: string) => `Gelesen bis ${share}`;
export const wentOn = (visitors: string, share: string) =>
  `${visitors} (${share}) erreichten den nächsten Schritt`;
export const typicalTime = (duration: string) => `im Median nach ${duration}`;
export const lost = (visitors: string, share: string) => `${visitors} (${share}) sprangen ab`;
export const noneLost = 'Niemand sprang ab';
export const whereTheyWent = 'Nächste Seiten';
export const endedVisit = 'Besuch beendet';
export const conversion = (share: ReactNode) => <>{share} haben den Trichter abgeschlossen</>;
export const ofVisitors = (first: string, all: string) =>
  `${first} von ${all} Besuchern haben den ersten Schritt erreicht`;
export const rules = (order: string, limit: number | null) =>
  limit === null ? order : `${order} · innerhalb von ${minutes(limit)}`;
export const loose = 'Andere Seiten dazwischen sind erlaubt';
export const strict = 'Keine anderen Seiten dazwischen';

export const nameExample = 'Bestellung';
export const order = 'Zwischen zwei Schritten';
export const looseHint = 'Dazwischen dürfen andere Seiten aufgerufen werden.';
export const strictHint =
  'Die Schritte müssen direkt aufeinander folgen. Ereignisse dazwischen spielen keine Rolle.';
export const withinMinutes = 'Zeitlimit in Minuten';
export const withinHint = 'Vom ersten bis zum letzten Schritt. Leer lassen für kein Limit.';
export const kind = 'Art des Schritts';
export const kindPage = 'Seite aufgerufen';
export const kindEvent = 'Ereignis gesendet';
export const kindDepth = 'Seite gelesen';
export const pagePath = 'Seite';
export const pageHint =
  '* steht für beliebige Zeichen außer dem Schrägstrich, ** für beliebige Zeichen: /docs/**';
export const eventName = 'Ereignis';
export const depth = 'Scrolltiefe in Prozent';
export const stepName = 'Name des Schritts';
export const stepNameHint = 'Standard ist die Seite oder das Ereignis.';
export const addStep = 'Schritt hinzufügen';
export const removeStep = (number: number) => `Schritt ${number} entfernen`;
export const moveStepUp = (number: number) => `Schritt ${number} nach oben`;
export const moveStepDown = (number: number) => `Schritt ${number} nach unten`;

export const startPage = 'Ausgangsseite';
export const startHint = 'Jeder Besuch';
export const startEvent = 'Ausgangsereignis';
export const show = 'Anzeigen';
export const direction = 'Richtung';
export const after = 'Vorwärts';
export const beforeIt = 'Rückwärts';
export const startOfFlow = 'Start';
export const firstPage = 'Ab der ersten Seite jedes Besuchs';
export const lastPage = 'Zurück ab der letzten Seite jedes Besuchs';
export const otherPages = 'Andere Seiten';
export const ended = 'Besuch beendet';
export const begun = 'Besuch begann hier';
export const goBack = (path: string) => `Zurück bis vor ${path}`;
export const clickHint = 'Klicken Sie auf eine Seite, um nur Besuchen über diese Seite zu folgen.';
export const noVisits = 'Keine Besuche auf diesem Pfad in diesem Zeitraum';
export const countedFrom = (time: string) =>
  `Erst ab ${time}: Davor gibt es zu viele Seitenaufrufe für diese Ansicht.`;

export const segmentsBeside = 'Segmente im Vergleich';
export const segmentAt = (number: number) => `Segment ${number}`;
export const allVisitors = 'Alle gezeigten Besucher';
export const noSegments = 'Speichern Sie Filter als Segment, um es mit allen Besuchern zu vergleichen.';
export const noSegment = 'Keines';
