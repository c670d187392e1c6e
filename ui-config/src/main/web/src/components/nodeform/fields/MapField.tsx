// SPDX-License-Identifier: Apache-2.0
import { isJsonObject } from '../../../model/json';
import type { MapShape } from '../../../model/schema/shape';
import { useLeaf, type LeafProps } from '../leaf';
import { TextMap } from '../TextMap';

const EMPTY = {};

/** Texts by text, such as headers. */
export function MapField(props: LeafProps) {
  const { id, value, change, readOnly, invalid } = useLeaf<MapShape>(props);
  return (
    <TextMap
      id={id}
      value={isJsonObject(value) ? value : EMPTY}
      onChange={change}
      readOnly={readOnly}
      invalid={invalid}
    />
  );
}
