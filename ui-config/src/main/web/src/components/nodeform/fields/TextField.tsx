// SPDX-License-Identifier: Apache-2.0
import { Autocomplete, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { TextShape } from '../../../model/schema/shape';
import { textOf, useLeaf, type Leaf, type LeafProps } from '../leaf';
import { useKeys } from '../useKeys';
import { EntityInput } from './EntityInput';
import { QueueInput } from './QueueInput';

/** A text, in the input that fits its meaning. */
export function TextField(props: LeafProps) {
  const leaf = useLeaf<TextShape>(props);
  const { id, field, value, readOnly, texts } = leaf;
  const { input, suggestions, keys } = field.hint;
  const offered = useKeys(keys);
  const text = textOf(value);
  const change = (next: string) => leaf.change(next === '' && leaf.shape.nullable ? null : next);
  const common = {
    id,
    value: text,
    readOnly,
    ...texts,
    'aria-required': field.required,
    autoComplete: 'off',
    spellCheck: false,
  };
  switch (input) {
    case 'multiline':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxRows={12}
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
    case 'password':
      return (
        <PasswordInput
          {...common}
          autoComplete="new-password"
          onChange={(event) => change(event.currentTarget.value)}
        />
      );
    case 'ruleChain':
      return <EntityInput {...choiceOf(leaf)} entityType="RULE_CHAIN" />;
    case 'entity':
      return (
        <EntityInput
          {...choiceOf(leaf)}
          path={props.fieldPathId.path}
          {...(field.hint.typeField === undefined ? {} : { typeField: field.hint.typeField })}
        />
      );
    case 'queue':
      return <QueueInput {...choiceOf(leaf)} />;
    default: {
      const data = suggestions ?? offered;
      return data.length > 0 ? (
        <Autocomplete {...common} data={[...data]} onChange={change} limit={50} />
      ) : (
        <TextInput {...common} onChange={(event) => change(event.currentTarget.value)} />
      );
    }
  }
}

function choiceOf(leaf: Leaf<TextShape>) {
  const { id, field, value, readOnly, texts, shape } = leaf;
  return {
    id,
    value: value === '' || value === undefined || value === null ? null : textOf(value),
    onChange: (next: string | null) => leaf.change(next ?? (shape.nullable ? null : '')),
    clearable: !field.required,
    readOnly,
    texts,
  };
}
