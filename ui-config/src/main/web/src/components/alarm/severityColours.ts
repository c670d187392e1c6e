// SPDX-License-Identifier: Apache-2.0
import type { AlarmSeverity } from '../../api/alarms';

/** Mantine's name of the colour of a severity, which repeats what its word says. */
export const SEVERITY_COLOURS: Readonly<Record<AlarmSeverity, string>> = {
  CRITICAL: 'red',
  MAJOR: 'orange',
  MINOR: 'yellow',
  WARNING: 'blue',
  INDETERMINATE: 'gray',
};
