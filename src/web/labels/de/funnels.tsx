/** Deutsche Texte der Seiten für Trichter und Wege. */
import type { ReactNode } from 'react';

const minutes = (count: number) => (count === 1 ? '1 Minute' : `${count} Minuten`);

export const funnels = 'Trichter';
export const paths = 'Wege';
export const ways = 'Wege durch die Website';
export const newFunnel = 'Neuer Trichter';
export const editFunnel = 'Bearbeiten';
export const allFunnels = 'Trichter dieser Website';
export const emptyTitle = 'Noch keine Trichter';
export const emptyHint =
  'Ein Trichter ist eine Reihe von Schritten, etwa Warenkorb, Kasse und Bestellung. Er zeigt, wie viele Besucher jeden gehen und wohin die anderen gehen. Er gilt für die ganze Vergangenheit.';
export const noVisitors = 'In diesem Zeitraum kam kein Besucher zum ersten Schritt';
export const removeFunnel = 'Diesen Trichter entfernen?';
export const removeHint = 'Seine Schritte gehen verloren. Was gemessen wurde, bleibt.';
export const download = 'CSV herunterladen';
export const steps = 'Schritte';
export const step = (number: number) => `Schritt ${number}`;
export const readTo = (share: string) => `Gelesen bis ${share}`;
export const wentOn = (visitors: string, share: string) => `${visitors} gingen weiter (${share})`;
export const typicalTime = (duration: string) => `die Hälfte binnen ${duration}`;
export const lost = (visitors: string, share: string) => `${visitors} gingen nicht weiter (${share})`;
export const noneLost = 'Alle gingen weiter';
export const whereTheyWent = 'Wohin sie gingen';
export const endedVisit = 'Besuch beendet';
export const conversion = (share: ReactNode) => <>{share} kamen zum letzten Schritt</>;
export const ofVisitors = (first: string, all: string) =>
  `${first} von ${all} Besuchern kamen zum ersten Schritt`;
export const rules = (order: string, limit: number | null) =>
  limit === null ? order : `${order} · binnen ${minutes(limit)}`;
export const loose = 'Dazwischen darf alles geschehen';
export const strict = 'Keine andere Seite dazwischen';

export const nameExample = 'Bestellung';
export const order = 'Zwischen zwei Schritten';
export const looseHint = 'Andere Seiten und Ereignisse spielen keine Rolle.';
export const strictHint =
  'Ein Schritt zählt nur, wenn seit dem vorigen keine andere Seite geöffnet wurde. Ereignisse spielen keine Rolle.';
export const withinMinutes = 'Zeit für alle Schritte, in Minuten';
export const withinHint = 'Vom ersten bis zum letzten Schritt. Leer: keine Grenze.';
export const kind = 'Was geschieht';
export const kindPage = 'Seite wird angesehen';
export const kindEvent = 'Ereignis wird gesendet';
export const kindDepth = 'Seite wird gelesen';
export const pagePath = 'Seite';
export const pageHint = '* steht für beliebige Zeichen außer dem Schrägstrich, ** für alle: /docs/**';
export const eventName = 'Ereignis';
export const depth = 'Gesehen bis, in Prozent';
export const stepName = 'Name des Schritts';
export const stepNameHint = 'Leer: nach Seite oder Ereignis benannt.';
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
export const goBack = (path: string) => `Zurück vor ${path}`;
export const clickHint = 'Wählen Sie eine Seite, um nur den Besuchen zu folgen, die dorthin gingen.';
export const noVisits = 'In diesem Zeitraum ging kein Besuch diesen Weg';
export const countedFrom = (time: string) =>
  `Gezählt ab ${time}: Der Zeitraum davor hat zu viele Seitenaufrufe.`;

export const segmentsBeside = 'Segmente im Vergleich';
export const segmentAt = (number: number) => `Segment ${number}`;
export const allVisitors = 'Alle gezeigten Besucher';
export const noSegments = 'Filter als Segment speichern, um es mit allen Besuchern zu vergleichen.';
export const noSegment = 'Keines';
