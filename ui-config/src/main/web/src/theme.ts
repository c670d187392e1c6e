// SPDX-License-Identifier: Apache-2.0
import { createTheme, type CSSVariablesResolver } from '@mantine/core';

export const theme = createTheme({
  primaryColor: 'water',
  primaryShade: 8,
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  // Latin letters first: fonts for Chinese have their own, which are wider.
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Open Sans", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650' },
  colors: {
    water: [
      '#e8f6f8',
      '#d3eaef',
      '#a6d5de',
      '#76bfcd',
      '#4fadbf',
      '#38a0b4',
      '#2595ab',
      '#148096',
      '#08708a',
      '#005f76',
    ],
    // Slate instead of Mantine's neutral greys: the dark page belongs to the same water.
    dark: [
      '#d6dde2',
      '#aeb9c1',
      '#8b98a2',
      '#62707b',
      '#3c4852',
      '#2e3840',
      '#242d34',
      '#1a2127',
      '#13191e',
      '#0d1216',
    ],
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  // Mantine's own colours of these texts are too faint for WCAG AA.
  light: {
    '--mantine-color-dimmed': '#56636d',
    '--mantine-color-placeholder': '#66737d',
    '--mantine-color-error': '#c02626',
    '--mantine-color-yellow-light-color': '#8f4e00',
  },
  dark: {
    '--mantine-color-dimmed': '#98a5af',
    '--mantine-color-placeholder': '#8b98a2',
    '--mantine-color-error': '#ff8a80',
  },
});
