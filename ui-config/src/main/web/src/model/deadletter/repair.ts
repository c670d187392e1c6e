// SPDX-License-Identifier: Apache-2.0
import { sameJson } from '../json';
import { indented } from '../script/sample';

/** The content of a message, as it is edited. */
export interface Content {
  readonly type: string;
  /** The payload as text: JSON with line breaks, other text unchanged, Base64 if it is binary. */
  readonly data: string;
  readonly metadata: Readonly<Record<string, string>>;
}

interface LetterContent {
  readonly messageType: string;
  readonly dataType: 'JSON' | 'TEXT' | 'BINARY';
  readonly data: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export function contentOf({ messageType, dataType, data, metadata }: LetterContent): Content {
  return { type: messageType, data: dataType === 'JSON' ? indented(data) : data, metadata };
}

/** The parts that differ; undefined if none does. The server keeps the parts that are absent. */
export function repairOf(before: Content, after: Content): Partial<Content> | undefined {
  const repair = {
    ...(before.type === after.type ? {} : { type: after.type }),
    ...(before.data === after.data ? {} : { data: after.data }),
    ...(sameJson(before.metadata, after.metadata) ? {} : { metadata: after.metadata }),
  };
  return Object.keys(repair).length === 0 ? undefined : repair;
}
