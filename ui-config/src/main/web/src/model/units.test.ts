// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from 'vitest';
import { parseUnits, scalesOf, withUnit, withUnitText } from './units';

describe('units', () => {
  it('are read from what the browser has kept, however broken', () => {
    expect(parseUnits('{"t":"°C","h":"%","x":5,"y":""}')).toEqual({ t: '°C', h: '%' });
    for (const text of [null, '', '[]', '{"t"', '"°C"']) {
      expect(parseUnits(text)).toEqual({});
    }
    expect(parseUnits('{"t":"longer than a unit"}')).toEqual({ t: 'longer than ' });
  });

  it('are set, replaced and removed', () => {
    const units = withUnit({}, 't', ' °C ');
    expect(units).toEqual({ t: '°C' });
    expect(withUnit(units, 't', '°F')).toEqual({ t: '°F' });
    expect(withUnit(units, 't', ' ')).toEqual({});
  });

  it('stand after numbers', () => {
    expect(withUnitText('20.5', '°C')).toBe('20.5 °C');
    expect(withUnitText('20.5', '')).toBe('20.5');
  });
});

describe('scalesOf', () => {
  it('has one scale for each unit', () => {
    expect(scalesOf(['°C', '%', '°C', ''])).toEqual(['°C', '%', '']);
    expect(scalesOf(['', ''])).toEqual(['']);
  });
});
