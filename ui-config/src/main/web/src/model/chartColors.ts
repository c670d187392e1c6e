// SPDX-License-Identifier: Apache-2.0

/** How a line of a chart looks. Its dashes tell it from others where colours do not. */
export interface LineStyle {
  readonly light: string;
  readonly dark: string;
  /** Lengths of dashes and gaps in pixels; a solid line has none. */
  readonly dash: readonly number[];
}

/**
 * Lines in the order in which keys are chosen. The first one has the accent colour of the pages. Neighbours differ in
 * brightness as well as in hue, and each has a contrast of 3:1 to its background.
 */
export const LINE_STYLES: readonly LineStyle[] = [
  { light: '#08708a', dark: '#4fadbf', dash: [] },
  { light: '#c2500a', dark: '#ffb07a', dash: [8, 4] },
  { light: '#5b2a86', dark: '#b48cf2', dash: [2, 3] },
  { light: '#8a7000', dark: '#f0dc6e', dash: [12, 3, 2, 3] },
  { light: '#1b3f9e', dark: '#7ea6ff', dash: [5, 2] },
  { light: '#c23a86', dark: '#ffb3d9', dash: [2, 6] },
  { light: '#2f5c12', dark: '#8fc96a', dash: [14, 5] },
  { light: '#33404a', dark: '#e4eaee', dash: [8, 3, 2, 3, 2, 3] },
];

/** More keys than this are not drawn in one chart. */
export const MAX_LINES = LINE_STYLES.length;

/** The style of a line, counted from 0. */
export function styleOf(index: number): LineStyle {
  return LINE_STYLES[index % MAX_LINES] ?? { light: '#08708a', dark: '#4fadbf', dash: [] };
}
