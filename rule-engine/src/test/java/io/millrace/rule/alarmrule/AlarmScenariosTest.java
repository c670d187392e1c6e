// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Scenarios of alarm rules: the rules, what happens on a Monday from midnight on, and the changes of the alarm. A duration
 * is reached a millisecond after its end, which is the same second here.
 */
class AlarmScenariosTest {

    @ParameterizedTest(name = "{0}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            useHeadersInDisplayName = false,
            textBlock =
                    """
                    # a condition that holds once
                    a value beyond the limit creates the alarm      | CRITICAL t > 30                          | 0s t=31                                  | 0s created CRITICAL
                    a value at the limit does not                   | CRITICAL t > 30                          | 0s t=30                                  |
                    each further value updates it                   | CRITICAL t > 30                          | 0s t=31, 5s t=32, 9s t=31                | 0s created CRITICAL; 5s updated; 9s updated
                    the same value at another time counts           | CRITICAL t > 30                          | 0s t=31, 5s t=31                         | 0s created CRITICAL; 5s updated
                    the same value at the same time does not        | CRITICAL t > 30                          | 5s t=31, 5s t=31                         | 5s created CRITICAL
                    another value at the same time counts           | CRITICAL t > 30                          | 5s t=31, 5s t=32                         | 5s created CRITICAL; 5s updated
                    values of other keys are not evaluated          | CRITICAL t > 30                          | 0s t=31, 5s h=99                         | 0s created CRITICAL
                    without a clear rule the alarm stays            | CRITICAL t > 30                          | 0s t=31, 5s t=0                          | 0s created CRITICAL
                    all parts of a condition must hold              | CRITICAL t > 30 & h > 5                  | 0s t=31, 1s h=5, 2s h=6                  | 2s created CRITICAL
                    a part without a value does not hold            | CRITICAL t > 30 & h != 5                 | 0s t=31                                  |
                    an attribute creates the alarm                  | MAJOR @mode = 'manual'                   | 0s @mode=auto, 5s @mode=manual           | 5s created MAJOR
                    a Boolean attribute creates the alarm           | MAJOR @open = true                       | 0s @open=false, 5s @open=true            | 5s created MAJOR
                    a series and an attribute have their own names  | MAJOR @t > 5                             | 0s t=6                                   |
                    numbers in texts are numbers                    | MAJOR t > 5                              | 0s t=5.5                                 | 0s created MAJOR
                    a rule without a condition is never evaluated   | MAJOR always                             | 0s t=6, 9s @x=1                          |

                    # severities
                    the most severe true rule decides               | WARNING t > 20; CRITICAL t > 30          | 0s t=31                                  | 0s created CRITICAL
                    a more severe rule raises the severity          | WARNING t > 20; CRITICAL t > 30          | 0s t=25, 5s t=31                         | 0s created WARNING; 5s now CRITICAL
                    a less severe rule does not lower it            | WARNING t > 20; CRITICAL t > 30          | 0s t=31, 5s t=25                         | 0s created CRITICAL
                    and does not update the alarm                   | WARNING t > 20; CRITICAL t > 30          | 0s t=31, 5s t=25, 9s t=32                | 0s created CRITICAL; 9s updated
                    severities rise one by one                      | MINOR t > 1; MAJOR t > 2; CRITICAL t > 3 | 0s t=2, 1s t=3, 2s t=4                   | 0s created MINOR; 1s now MAJOR; 2s now CRITICAL

                    # clearing
                    the clear rule clears the alarm                 | MAJOR t > 30; clear t < 20               | 0s t=31, 5s t=19                         | 0s created MAJOR; 5s cleared
                    between the limits the alarm stays              | MAJOR t > 30; clear t < 20               | 0s t=31, 5s t=25                         | 0s created MAJOR
                    without an alarm there is nothing to clear      | MAJOR t > 30; clear t < 20               | 0s t=19                                  |
                    after it the next value creates a new alarm     | MAJOR t > 30; clear t < 20               | 0s t=31, 5s t=19, 9s t=31                | 0s created MAJOR; 5s cleared; 9s created MAJOR
                    a create rule precedes a clear rule             | MAJOR t > 30; clear t > 30               | 0s t=31, 5s t=32                         | 0s created MAJOR; 5s updated
                    a clear rule of another key                     | MAJOR t > 30; clear ok = true            | 0s t=31, 5s ok=true                      | 0s created MAJOR; 5s cleared
                    is evaluated only for that key                  | MAJOR t > 30; clear ok = true            | 0s ok=true, 1s t=31, 2s t=0              | 1s created MAJOR
                    after a user has cleared it, it is created anew | MAJOR t > 30                             | 0s t=31, 5s user clears, 9s t=31         | 0s created MAJOR; 9s created MAJOR
                    so it is after a user has deleted it            | MAJOR t > 30                             | 0s t=31, 5s user deletes, 9s t=31        | 0s created MAJOR; 9s created MAJOR

                    # repetitions
                    the third value creates the alarm               | MAJOR t > 30 3 times                     | 0s t=31, 1s t=31, 2s t=31                | 2s created MAJOR
                    a value in between begins anew                  | MAJOR t > 30 3 times                     | 0s t=31, 1s t=31, 2s t=0, 3s t=31        |
                    each further one updates it                     | MAJOR t > 30 2 times                     | 0s t=31, 1s t=31, 2s t=31                | 1s created MAJOR; 2s updated
                    repetitions outlive a restart                   | MAJOR t > 30 3 times                     | 0s t=31, 1s t=31, 2s restart, 3s t=31    | 3s created MAJOR
                    clearing begins them anew                       | MAJOR t > 30 2 times; clear t < 5        | 0s t=31, 1s t=31, 2s t=0, 3s t=31        | 1s created MAJOR; 2s cleared
                    a user's clearing does, too                     | MAJOR t > 30 2 times                     | 0s t=31, 1s t=31, 2s user clears, 3s t=31 | 1s created MAJOR
                    a clear rule may repeat                         | MAJOR t > 30; clear t < 5 2 times        | 0s t=31, 1s t=1, 2s t=1                  | 0s created MAJOR; 2s cleared
                    a true create rule begins its count anew        | MAJOR t > 30; clear t < 5 2 times        | 0s t=31, 1s t=1, 2s t=31, 3s t=1         | 0s created MAJOR; 2s updated
                    the number of an attribute                      | MAJOR t > 30 @n?5 times                  | 0s @n=2, 1s t=31, 2s t=31                | 2s created MAJOR
                    its default without the attribute               | MAJOR t > 30 @n?2 times                  | 1s t=31, 2s t=31                         | 2s created MAJOR

                    # durations
                    time alone makes a duration true                | MAJOR t > 30 for 60s                     | 0s t=31, 61s                             | 60s created MAJOR
                    it does so once                                 | MAJOR t > 30 for 60s                     | 0s t=31, 1h                              | 60s created MAJOR
                    a value after it updates the alarm              | MAJOR t > 30 for 60s                     | 0s t=31, 70s t=31                        | 60s created MAJOR; 70s updated
                    a value before it does not delay it             | MAJOR t > 30 for 60s                     | 0s t=31, 30s t=32, 90s                   | 60s created MAJOR
                    a value for which it does not hold begins anew  | MAJOR t > 30 for 60s                     | 0s t=31, 30s t=0, 40s t=31, 99s          |
                    it then lasts from the next one                 | MAJOR t > 30 for 60s                     | 0s t=31, 30s t=0, 40s t=31, 101s         | 100s created MAJOR
                    a duration outlives a restart                   | MAJOR t > 30 for 60s                     | 0s t=31, 30s restart, 61s                | 60s created MAJOR
                    a longer one raises the severity later          | MINOR t > 30 for 10s; MAJOR t > 30 for 60s | 0s t=31, 99s                           | 10s created MINOR; 60s now MAJOR
                    a less severe one is not lowered by time        | MAJOR t > 30 for 10s; MINOR t > 30 for 60s | 0s t=31, 99s                           | 10s created MAJOR
                    a clear rule may last, too                      | MAJOR t > 30; clear t < 5 for 60s        | 0s t=31, 10s t=1, 99s                    | 0s created MAJOR; 70s cleared
                    a true create rule ends that duration           | MAJOR t > 30; clear t < 5 for 60s        | 0s t=31, 10s t=1, 20s t=31, 99s          | 0s created MAJOR; 20s updated
                    a lasting create and a lasting clear rule       | MAJOR t > 30 for 60s; clear t < 5 for 30s | 0s t=31, 99s t=1, 200s                  | 60s created MAJOR; 129s cleared
                    the duration of an attribute                    | MAJOR t > 30 for @wait?60s               | 0s @wait=10, 1s t=31, 99s                | 11s created MAJOR
                    a duration of 0 needs a second value            | MAJOR t > 30 for 0s                      | 0s t=31, 9s, 20s t=31                    | 20s created MAJOR
                    a user's clearing ends a duration               | MAJOR t > 30 for 60s                     | 0s t=31, 61s user clears, 99s t=31, 150s | 60s created MAJOR

                    # limits in attributes
                    the attribute of the device is the limit        | MAJOR t > @limit?30                      | 0s @limit=50, 1s t=40, 2s t=51           | 2s created MAJOR
                    without it the default is                       | MAJOR t > @limit?30                      | 1s t=40                                  | 1s created MAJOR
                    a change of the limit is evaluated              | MAJOR t > @limit?30                      | 0s t=25, 1s @limit=20                    | 1s created MAJOR
                    so is its removal                               | MAJOR t > @limit?30                      | 0s @limit=50, 1s t=40, 2s -@limit        | 2s created MAJOR
                    a limit that is no number is not used           | MAJOR t > @limit?30                      | 0s @limit=many, 1s t=31                  | 1s created MAJOR
                    a removed attribute makes a condition false     | MAJOR t > 30 & @on = true 2 times        | 0s @on=true, 1s t=31, 2s -@on, 3s @on=true |

                    # schedules
                    outside its schedule a rule is false            | MAJOR t > 30 on MON,TUE 9h-17h           | 8h t=31                                  |
                    at the start of the schedule it is evaluated    | MAJOR t > 30 on MON,TUE 9h-17h           | 9h t=31                                  | 9h created MAJOR
                    at its end no more                              | MAJOR t > 30 on MON,TUE 9h-17h           | 17h t=31                                 |
                    on a day without schedule neither               | MAJOR t > 30 on TUE,SUN 9h-17h           | 10h t=31, 34h t=31                       | 34h created MAJOR
                    the schedule resets repetitions                 | MAJOR t > 30 2 times on MON 9h-17h       | 16h t=31, 18h t=31, 177h t=31            |
                    a night begins after its start                  | MAJOR t > 30 on MON,TUE 22h-6h           | 21h t=31, 23h t=31                       | 23h created MAJOR
                    and lasts into the morning of its days          | MAJOR t > 30 on MON,TUE 22h-6h           | 5h t=31, 6h t=31                         | 5h created MAJOR
                    a duration that ends outside is reset           | MAJOR t > 30 for 7200s on MON 9h-10h     | 9h t=31, 20h                             |
                    one that ends inside is not                     | MAJOR t > 30 for 1800s on MON 9h-10h     | 9h t=31, 20h                             | 34200s created MAJOR
                    one with a pause in it is reset                 | MAJOR t > 30 for 79200s on MON,TUE 22h-21h | 12h t=31, 46h                         |
                    a value after the pause begins it anew          | MAJOR t > 30 for 0s on MON,TUE 22h-21h   | 20h t=31, 23h t=31, 82801s t=31          | 82801s created MAJOR
                    a clear rule has a schedule of its own          | MAJOR t > 30; clear t < 5 on MON 9h-17h  | 1h t=31, 8h t=1, 9h t=1                  | 1h created MAJOR; 9h cleared
                    """)
    void theAlarmFollowsTheRules(String name, String rules, String events, String expected) {
        SimulatedDevice device = new SimulatedDevice(RuleText.rules(rules)).run(events);

        assertThat(String.join("; ", device.outcomes))
                .as(name)
                .isEqualTo(expected == null ? "" : expected);
    }
}
