/** The content of a report before rendering. Waits in the outbox as JSON. */
export interface ReportMessage {
  readonly subject: string;
  /** What it is about. */
  readonly title: string;
  /** `Week of 9–15 November 2026`. */
  readonly period: string;
  /** Sentences. */
  readonly lead: readonly string[];
  /** The most important numbers; none of an empty period. */
  readonly figures: readonly ReportFigure[];
  readonly sections: readonly ReportSection[];
  /** A page of this server that shows the same days. */
  readonly link: { readonly text: string; readonly path: string };
  /** Why it came, and what its days are, as whole sentences. */
  readonly why: string;
}

export interface ReportFigure {
  readonly label: string;
  readonly value: string;
  /** Since the previous period, in words. */
  readonly change: string;
  readonly direction: 'up' | 'down' | 'same';
}

export interface ReportSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly ReportLine[];
}

export interface ReportLine {
  readonly text: string;
  readonly value: string;
  /** Part of the whole, from 0 to 1, drawn as a bar; null where there is no whole. */
  readonly share: number | null;
  readonly details: readonly string[];
}
