// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { LINE_STYLES, MAX_LINES, styleOf } from './chartColors';

type Rgb = readonly [number, number, number];

function rgbOf(color: string): Rgb {
  const part = (start: number) => Number.parseInt(color.slice(start, start + 2), 16) / 255;
  return [part(1), part(3), part(5)];
}

function linear(part: number): number {
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = rgbOf(color).map(linear) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

describe('the lines of a chart', () => {
  it('have a contrast of 3:1 to their background', () => {
    for (const { light, dark } of LINE_STYLES) {
      expect(contrast(light, '#ffffff'), light).toBeGreaterThanOrEqual(3);
      expect(contrast(dark, '#242d34'), dark).toBeGreaterThanOrEqual(3);
    }
  });

  it('differ in colour and in dashes', () => {
    expect(new Set(LINE_STYLES.map(({ light }) => light)).size).toBe(MAX_LINES);
    expect(new Set(LINE_STYLES.map(({ dark }) => dark)).size).toBe(MAX_LINES);
    expect(new Set(LINE_STYLES.map(({ dash }) => dash.join())).size).toBe(MAX_LINES);
  });

  it('begin with the accent colour, drawn solid', () => {
    expect(styleOf(0)).toEqual({ light: '#08708a', dark: '#4fadbf', dash: [] });
    expect(styleOf(MAX_LINES)).toBe(styleOf(0));
  });
});
