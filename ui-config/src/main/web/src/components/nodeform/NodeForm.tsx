// SPDX-License-Identifier: Apache-2.0
import { JsonInput } from '@mantine/core';
import { useState } from 'react';
import type { ComponentDescriptor } from '../../api/components';
import type { Finding } from '../../model/chain/finding';
import { isJsonObject, sameJson, type Json, type JsonObject } from '../../model/json';

export interface NodeFormContext {
  readonly chainId: string;
  readonly nodeName: string;
}

export interface NodeFormProps {
  readonly component: ComponentDescriptor;
  readonly configuration: JsonObject;
  readonly configurationVersion?: number;
  /** Findings about this node. */
  readonly findings: readonly Finding[];
  readonly context: NodeFormContext;
  readonly onChange: (configuration: JsonObject) => void;
  readonly readOnly?: boolean;
}

/** The configuration of a node as JSON. */
export function NodeForm({
  component,
  configuration,
  findings,
  onChange,
  readOnly = false,
}: NodeFormProps) {
  const [text, setText] = useState(() => textOf(configuration));
  const [shown, setShown] = useState(configuration);
  const [error, setError] = useState<string>();

  // Undo changes the configuration without the field.
  if (configuration !== shown) {
    setShown(configuration);
    if (!sameJson(parsed(text), configuration)) {
      setText(textOf(configuration));
      setError(undefined);
    }
  }

  const change = (next: string) => {
    setText(next);
    const value = parsed(next);
    if (isJsonObject(value)) {
      setError(undefined);
      setShown(value);
      onChange(value);
    } else {
      setError(value === undefined ? 'This is not JSON.' : 'This is not a JSON object.');
    }
  };
  const messages = findings.map(({ message }) => message);
  return (
    <JsonInput
      label="Configuration"
      description={component.configurationDescriptor.nodeDefinition.description}
      value={text}
      onChange={change}
      error={error ?? (messages.length > 0 ? messages.join('\n') : undefined)}
      readOnly={readOnly}
      autosize
      minRows={8}
      maxRows={30}
    />
  );
}

function textOf(configuration: JsonObject): string {
  return JSON.stringify(configuration, null, 2);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
