// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.tbel.function;

import static io.millrace.rule.script.ScriptCalls.await;
import static io.millrace.rule.script.ScriptCalls.telemetry;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.rule.script.tbel.TbelExpressions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each row as {@link TbelExpressions} takes it. */
class TbelDateTest {

    @RegisterExtension static final TbelExpressions tbel = new TbelExpressions();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    new Date().getTime() > 1600000000000 | true
                    new Date('2023-08-06T04:04:05.123Z').toISOString() | 2023-08-06T04:04:05.123Z
                    new Date('2023-08-06T04:04:05.00-04').toISOString() | 2023-08-06T08:04:05Z
                    new Date('2023-08-06T04:04:05.00+03:00:00').toISOString() | 2023-08-06T01:04:05Z
                    new Date('Tue, 3 Jun 2008 11:05:30 GMT').toISOString() | 2008-06-03T11:05:30Z
                    new Date('Tue, 3 Jun 2008 11:05:30 +043056').toISOString() | 2008-06-03T06:34:34Z
                    new Date('2023-08-06 04:04:05.000-04:00', 'yyyy-MM-dd HH:mm:ss.SSSXXX').toISOString() | 2023-08-06T08:04:05Z
                    new Date('2023-08-06 04:04:05.000+02:00', 'yyyy-MM-dd HH:mm:ss.SSSXXX', 'de', 'America/New_York').toISOString() | 2023-08-06T08:04:05Z
                    new Date(2023, 8, 6, 4, 4, 5, 'America/New_York').toISOString() | 2023-08-06T08:04:05Z
                    new Date(2023, 8, 6, 4, 4, 5, 7, 'UTC').toISOString() | 2023-08-06T04:04:05.007Z
                    new Date(2023, 8, 6, 'UTC').toISOString() | 2023-08-06T00:00:00Z
                    new Date(69, 1, 1, 'UTC').toISOString() | 2069-01-01T00:00:00Z
                    new Date(70, 1, 1, 'UTC').toISOString() | 1970-01-01T00:00:00Z
                    new Date('nonsense') | ! expected a date, got "nonsense"
                    new Date(2023, 8) | ! expected year, month and day
                    new Date(2023, 8, 'x', 'UTC') | ! expected a number as part of a date
                    new Date(2023, 8, 6, 'Mars/Crater') | ! expected the id of a time zone, got "Mars/Crater"
                    Date.now() > 1600000000000 | true
                    Date.parse('1970-01-01T00:00:01Z') | 1000
                    Date.parse('1970/01/02 Z', 'yyyy/MM/dd X') | 86400000
                    Date.parse('x') | -1
                    Date.parse(null) | -1
                    Date.UTC(2023, 1, 2, 3, 4, 5, 6) | 1672628645006
                    new Date(0).getUTCFullYear() + '-' + new Date(0).getUTCMonth() + '-' + new Date(0).getUTCDate() + ' ' + new Date(0).getUTCDay() | 1970-1-1 4
                    new Date(3723004).getUTCHours() + ':' + new Date(3723004).getUTCMinutes() + ':' + new Date(3723004).getUTCSeconds() + '.' + new Date(3723004).getUTCMilliseconds() | 1:2:3.4
                    new Date(2023, 8, 6, 4, 5, 6, 7).getHours() + ':' + new Date(2023, 8, 6, 4, 5, 6, 7).getMinutes() | 4:5
                    new Date(1234).valueOf() + new Date(1234).parseSecond() + new Date(1234).parseSecondMilli() | 2469
                    new Date(0).toUTCString() | 1970 Jan 1, Thu 00:00:00
                    new Date(0).toJSON() | 1970-01-01T00:00:00Z
                    new Date(2023, 8, 6, 4, 4, 5).toString().startsWith('Sunday, August 6, 2023') | true
                    new Date(2023, 8, 6).toDateString() | 2023 Aug 6, Sun
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleString() | 2023-08-06 04:04:05
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleString('en-US') | 8/6/23, 4:04:05 AM
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleString('de') | 06.08.23, 04:04:05
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleDateString('de') | Sonntag, 6. August 2023
                    new Date(2023, 8, 6, 4, 4, 5).toLocaleTimeString('de') | 04:04:05
                    new Date(0).toLocaleString('en-us', 'America/New_York') | 12/31/69, 7:00:00 PM
                    new Date(0).toLocaleString('en-US', JSON.stringify({'timeZone': 'Europe/Berlin', 'pattern': 'M-d/yyyy, h:mm=ss a'})) | 1-1/1970, 1:00=00 AM
                    new Date(0).toLocaleDateString('de', '{"timeZone":"UTC","dateStyle":"full"}') | Donnerstag, 1. Januar 1970
                    new Date(0).toLocaleString('de', '{"dateStyle":"huge"}') | ! dateStyle: expected full, long, medium or short
                    """)
    void knowsDates(String expression, @Nullable String result) {
        tbel.assertReturns(expression, result);
    }

    @Test
    void movesDates() {
        assertThat(
                        await(
                                tbel.script(
                                                """
                                                var d = new Date(0);
                                                d.setUTCFullYear(2024, 3, 1);
                                                d.setUTCHours(1, 1, 2, 3);
                                                var a = d.toISOString();
                                                d.addYears(-1); d.addMonths(11); d.addWeeks(1); d.addDays(-1);
                                                d.addHours(1); d.addMinutes(1); d.addSeconds(1); d.addNanos(1000000);
                                                return a + ' ' + d.toISOString();
                                                """)
                                        .text(telemetry())))
                .isEqualTo("2024-03-01T01:01:02.003Z 2024-02-07T02:02:03.004Z");
    }
}
