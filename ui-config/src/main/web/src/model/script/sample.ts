// SPDX-License-Identifier: Apache-2.0
import { readJson, writeJson } from '../exactJson';
import type { Value } from '../telemetry';

/** A message for the test of a script, as it is typed. */
export interface Sample {
  readonly msgType: string;
  /** The payload as text, usually JSON. */
  readonly data: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export const DEFAULT_SAMPLE: Sample = {
  msgType: 'POST_TELEMETRY_REQUEST',
  data: JSON.stringify({ temperature: 22.4, humidity: 78 }, null, 2),
  metadata: { deviceName: 'Test Device', deviceType: 'default', ts: '1763800000000' },
};

interface SampleDevice {
  readonly name: string;
  /** The name of the device's profile. */
  readonly type: string;
}

interface SampleValue {
  readonly key: string;
  readonly value: Value;
  /** Milliseconds since 1970. */
  readonly ts: number;
}

/** A message as the device might send it: with its latest values. */
export function sampleOfDevice(device: SampleDevice, values: readonly SampleValue[]): Sample {
  const data = Object.fromEntries(values.map(({ key, value }) => [key, value]));
  const newest = values.reduce((ts, value) => Math.max(ts, value.ts), 0);
  return {
    msgType: 'POST_TELEMETRY_REQUEST',
    data: writeJson(data, 2),
    metadata: {
      deviceName: device.name,
      deviceType: device.type,
      ...(newest === 0 ? {} : { ts: String(newest) }),
    },
  };
}

interface SampleLetter {
  readonly messageType: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly data: string;
}

/** The message of a dead letter. */
export function sampleOfLetter({ messageType, metadata, data }: SampleLetter): Sample {
  return { msgType: messageType, metadata, data: indented(data) };
}

/** JSON with line breaks; any other text unchanged. */
export function indented(text: string): string {
  try {
    return writeJson(readJson(text), 2);
  } catch {
    return text;
  }
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The names of the top level of the payload; empty if that is not an object. */
export function keysOf({ data }: Sample): readonly string[] {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value)
      : [];
  } catch {
    return [];
  }
}

/** Reads a stored sample; undefined if it is not one. */
export function parseSample(stored: string | null): Sample | undefined {
  try {
    const { msgType, data, metadata } = JSON.parse(stored ?? '') as Record<string, unknown>;
    return typeof msgType === 'string' && typeof data === 'string' && isTexts(metadata)
      ? { msgType, data, metadata }
      : undefined;
  } catch {
    return undefined;
  }
}

function isTexts(value: unknown): value is Record<string, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.values(value).every((text) => typeof text === 'string')
  );
}
