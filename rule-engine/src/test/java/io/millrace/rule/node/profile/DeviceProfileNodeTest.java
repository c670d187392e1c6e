// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.profile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.alarm.Alarm;
import io.millrace.rule.alarm.AlarmSeverity;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.alarmrule.FaultyAlarmRules;
import io.millrace.rule.alarmrule.RuleText;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.PendingMessages.Pending;
import io.millrace.rule.store.StoreException;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceProfileNodeTest {

    private static final String HOT = "{\"t\":31}";
    private static final String COLD = "{\"t\":1}";
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ProfileNodeFixture node = new ProfileNodeFixture();

    private void rules(String text) {
        node.rules(RuleText.rules(text));
    }

    private List<Alarm> alarms() {
        return node.alarms.all();
    }

    private static RuleMessage message(String type, String json, String... metadata) {
        return NodeTester.message(type, json, metadata);
    }

    private static void assertPassed(NodeResult result, RuleMessage message) {
        assertThat(result).isEqualTo(NodeResult.success(message));
    }

    private static void assertFailed(NodeResult result, String error) {
        assertThat(result)
                .isInstanceOfSatisfying(
                        NodeResult.Failed.class,
                        failed -> assertThat(failed.error()).contains(error));
    }

    @Nested
    class Messages {

        @Test
        void ofDevicesWithoutAlarmRulesPass() {
            node.rules(AlarmRules.NONE);
            RuleMessage message = NodeTester.telemetry(HOT);

            assertPassed(node.receive(message), message);
        }

        @Test
        void ofADeviceThatDoesNotExistEnd() {
            assertThat(node.telemetry(HOT)).isEqualTo(new NodeResult.Ended());
        }

        @Test
        void ofOriginatorsThatAreNoDevicesPass() {
            RuleMessage message =
                    RuleMessage.of(
                            NodeTester.TENANT,
                            NodeTester.TENANT.entity(),
                            "T",
                            Metadata.EMPTY,
                            Payload.EMPTY_OBJECT,
                            NodeTester.TS);

            assertPassed(node.receive(message), message);
        }

        @ParameterizedTest
        @ValueSource(strings = {"ENTITY_DELETED", "ENTITY_UPDATED", "ENTITY_UNASSIGNED"})
        void aboutADeviceThatIsGonePass(String type) {
            RuleMessage message = message(type, "{}");

            assertPassed(node.receive(message), message);
        }

        @Test
        void passUnchangedAfterTheAlarm() {
            rules("CRITICAL t > 30");
            RuleMessage message = node.telemetryMessage(HOT);

            assertPassed(node.receive(message), message);
            assertThat(alarms()).hasSize(1);
        }

        @ParameterizedTest(name = "{0} {1} {2}")
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '"',
                nullValues = "-",
                textBlock =
                        """
                        POST_TELEMETRY_REQUEST  | {"t":31}                                          | -            | series
                        POST_TELEMETRY_REQUEST  | {"ts":1763640000000,"values":{"t":31}}            | -            | series
                        POST_TELEMETRY_REQUEST  | [{"t":31},{"h":1}]                                | -            | series
                        TIMESERIES_UPDATED      | {"timeseries":[{"ts":1763640000000,"values":{"t":31}}]} | -      | series
                        TIMESERIES_UPDATED      | {"t":31}                                          | -            | series
                        ACTIVITY_EVENT          | {"t":31}                                          | -            | series
                        ACTIVITY_EVENT          | {"t":31}                                          | SERVER_SCOPE | attribute
                        INACTIVITY_EVENT        | {"t":31}                                          | SERVER_SCOPE | attribute
                        POST_ATTRIBUTES_REQUEST | {"t":31}                                          | -            | attribute
                        ATTRIBUTES_UPDATED      | {"t":31}                                          | SHARED_SCOPE | attribute
                        CONNECT_EVENT           | {"t":31}                                          | -            | nothing
                        ALARM_ACK               | {"t":31}                                          | -            | nothing
                        a type of the chain     | {"t":31}                                          | -            | nothing
                        """)
        void haveTheValuesThatTheirTypeSays(
                String type, String payload, String scope, String values) {
            rules("CRITICAL t > 30; MINOR @t > 30");
            RuleMessage message =
                    scope == null ? message(type, payload) : message(type, payload, "scope", scope);

            assertPassed(node.receive(message), message);

            List<AlarmSeverity> expected =
                    switch (values) {
                        case "series" -> List.of(AlarmSeverity.CRITICAL);
                        case "attribute" -> List.of(AlarmSeverity.MINOR);
                        default -> List.of();
                    };
            assertThat(alarms()).extracting(Alarm::severity).isEqualTo(expected);
        }

        @Test
        void areEvaluatedOnceForEachTimeInItsOrder() {
            rules("MAJOR t > 30 2 times");

            node.telemetry(
                    """
                    [{"ts":3000,"values":{"t":31}},{"ts":1000,"values":{"t":31}},{"ts":2000,"values":{"t":1}}]
                    """);
            assertThat(alarms()).as("the value between them began anew").isEmpty();

            node.telemetry(
                    "[{\"ts\":4000,\"values\":{\"t\":31}},{\"ts\":4000,\"values\":{\"h\":1}}]");
            assertThat(alarms()).hasSize(1);
        }

        @Test
        void mayRemoveAttributes() {
            rules("MAJOR t > @limit?30");
            node.receive(message("ATTRIBUTES_UPDATED", "{\"limit\":50}", "scope", "SERVER_SCOPE"));
            node.telemetry(HOT);
            assertThat(alarms()).isEmpty();

            node.receive(message("ATTRIBUTES_DELETED", "{\"attributes\":[\"limit\",\"other\"]}"));

            assertThat(alarms()).hasSize(1);
        }

        @ParameterizedTest(name = "{0} {1}")
        @CsvSource(
                delimiter = '|',
                quoteCharacter = '"',
                textBlock =
                        """
                        POST_TELEMETRY_REQUEST  | no JSON     | the payload is not JSON
                        POST_TELEMETRY_REQUEST  | {"t":null}  | got null
                        POST_ATTRIBUTES_REQUEST | []          | expected attributes as a JSON object
                        ATTRIBUTES_DELETED      | {}          | attributes: must be an array of names, not nothing
                        ALARM_CLEAR             | {"id":5}    | id: must be the id of an alarm, not ""
                        """)
        void withoutTheirValuesFail(String type, String payload, String error) {
            rules("CRITICAL t > 30");

            assertFailed(node.receive(message(type, payload)), error);
        }

        @Test
        void failIfTheRulesAreFaulty() {
            node.rules(new FaultyAlarmRules("profileData.alarms[0].id: must be a text"));

            assertFailed(
                    node.telemetry(HOT),
                    "Device profile \"boiler\" has faulty alarm rules: profileData.alarms[0].id: must be a text");
        }

        @Test
        void failIfARequiredNumberIsNone() {
            rules("MAJOR t > 30 @n?2 times");
            node.store(NodeTester.DEVICE.entity(), AttributeScope.SERVER_SCOPE, "n", "several");

            assertFailed(node.telemetry(HOT), "attribute \"n\"");
        }
    }

    @Nested
    class AlarmMessages {

        @ParameterizedTest(name = "{2}")
        @CsvSource(
                delimiter = '|',
                textBlock =
                        """
                        MAJOR t > 30                      | 31       | Alarm Created          | isNewAlarm=true
                        MAJOR t > 30                      | 31 32    | Alarm Updated          | isExistingAlarm=true
                        MINOR t > 30; MAJOR t > 40        | 31 41    | Alarm Severity Updated | isExistingAlarm=true isSeverityUpdated=true
                        MAJOR t > 30; clear t < 9         | 31 1     | Alarm Cleared          | isClearedAlarm=true
                        MAJOR t > 30 3 times              | 31 31 31 | Alarm Created          | isNewAlarm=true alarmConditionRepeats=3
                        MAJOR t > 30 for 1s               | 31 31 31 | Alarm Updated          | isExistingAlarm=true alarmConditionDuration=2000
                        MAJOR t > 30; clear t < 9 1 times | 31 1     | Alarm Cleared          | isClearedAlarm=true alarmConditionRepeats=0
                        """)
        void sayWhatHasHappened(String rules, String values, String label, String flags) {
            rules(rules);

            for (String value : values.split(" ")) {
                node.pass(SECOND);
                node.telemetry("{\"t\":%s}".formatted(value));
            }

            RuleMessage last = node.submitted.getLast();
            assertThat(node.labels().getLast()).isEqualTo(label);
            Map<String, String> added = new LinkedHashMap<>(last.metadata().values());
            assertThat(added.remove("deviceName")).isEqualTo("Boiler");
            assertThat(added.remove("ts")).isEqualTo(Long.toString(node.now()));
            assertThat(added)
                    .isEqualTo(
                            Arrays.stream(flags.split(" "))
                                    .map(flag -> flag.split("="))
                                    .collect(Collectors.toMap(flag -> flag[0], flag -> flag[1])));
        }

        @Test
        void haveTheAlarmOfTheDevice() {
            rules("MAJOR t > 30 says 'T is ${t}'");
            CustomerId customer = new CustomerId(TimeOrderedUuid.next());

            node.receive(node.telemetryMessage(HOT).withCustomer(customer).withQueue("Fast"));

            RuleMessage message = node.submitted.getFirst();
            assertThat(message.type()).isEqualTo("ALARM");
            assertThat(message.originator()).isEqualTo(NodeTester.DEVICE.entity());
            assertThat(message.customer()).isEqualTo(customer);
            assertThat(message.queue()).isEqualTo("Fast");
            assertThat(message.payload().json().path("type").stringValue()).isEqualTo("Heat");
            assertThat(message.payload().json().path("originatorName").stringValue())
                    .isEqualTo("Boiler");
            assertThat(message.payload().json().at("/details/data").stringValue())
                    .isEqualTo("T is 31");
            assertThat(message.payload().json().path("startTs").longValue()).isEqualTo(node.now());
        }

        @Test
        void areNotSentForAlarmsThatHaveNotChanged() {
            rules("MAJOR t > 30");
            node.telemetry(HOT);

            node.telemetry("{\"ts\":5,\"values\":{\"t\":32}}");

            assertThat(node.labels()).as("the same end").containsExactly("Alarm Created");
        }

        @Test
        void failTheMessageIfTheQueueRefusesThem() {
            rules("MAJOR t > 30");
            node.refusal = new IllegalStateException("no room");

            assertFailed(node.telemetry(HOT), "no room");
        }
    }

    @Nested
    class AlarmsOfTheDevice {

        @Test
        void thatAreActiveAreKnownAtTheFirstMessage() {
            rules("MINOR t > 30; clear t < 9");
            node.telemetry(HOT);
            node.restart();

            node.telemetry(COLD);

            assertThat(alarms())
                    .singleElement()
                    .satisfies(alarm -> assertThat(alarm.status().isCleared()).isTrue());
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void thatAUserClearsAreCreatedAnew(boolean memory) {
            if (!memory) {
                node.withoutMemory();
            }
            rules("MAJOR t > 30 2 times");
            node.telemetry(HOT);
            node.pass(SECOND);
            node.telemetry(HOT);
            Alarm alarm = alarms().getFirst();
            node.alarms.put(alarm.cleared(null, node.now()).alarm());

            node.receive(
                    message(
                            "ALARM_CLEAR",
                            "{\"id\":{\"id\":\"%s\"},\"type\":\"Heat\"}".formatted(alarm.id())));
            node.pass(SECOND);
            node.telemetry(HOT);
            assertThat(alarms()).as("the count began anew").hasSize(1);
            node.pass(SECOND);
            node.telemetry(HOT);

            assertThat(alarms()).hasSize(2);
        }

        @Test
        void thatAUserDeletesAreForgotten() {
            rules("MAJOR t > 30; clear t < 9");
            node.telemetry(HOT);
            Alarm alarm = alarms().getFirst();

            node.receive(message("ALARM_DELETE", "{\"id\":{\"id\":\"%s\"}}".formatted(alarm.id())));
            node.pass(SECOND);
            node.telemetry(COLD);

            assertThat(alarms())
                    .as("the node does not clear it")
                    .extracting(Alarm::status)
                    .containsExactly(AlarmStatus.ACTIVE_UNACK);
        }

        @Test
        void areReadAgainAfterAFailure() {
            rules("MAJOR t > 30; clear t < 9");
            node.refusal = new IllegalStateException("no room");
            node.telemetry(HOT);
            node.refusal = null;

            node.pass(SECOND);
            node.telemetry(COLD);

            assertThat(node.labels()).containsExactly("Alarm Cleared");
        }

        @Test
        void failTheMessageIfTheirStoreFails() {
            rules("MAJOR t > 30");
            node.telemetry(COLD);
            node.alarms.failWith(new StoreException("broken"));

            assertFailed(node.telemetry(HOT), "broken");
        }

        @Test
        void areLeftToTheOwnerIfTheLeaseHasEnded() {
            rules("MAJOR t > 30");
            node.telemetry(COLD);
            node.alarms.failWith(new LeaseOverException(new Lease("Main", 0, 1)));

            assertThat(node.telemetry(HOT)).isInstanceOf(NodeResult.LeftToOwner.class);
        }
    }

    @Nested
    class ValuesOfTheDevice {

        @Test
        void areReadAtTheFirstMessage() {
            rules("MAJOR t > 30 & @mode = 'auto' & .name = 'Boiler' & h > 1");
            node.storeSeries("h", "2");
            node.store(NodeTester.DEVICE.entity(), AttributeScope.CLIENT_SCOPE, "mode", "manual");
            node.store(NodeTester.DEVICE.entity(), AttributeScope.SERVER_SCOPE, "mode", "auto");

            node.telemetry(HOT);

            assertThat(alarms()).hasSize(1);
        }

        @Test
        void areReadAgainWhenTheDeviceIsChanged() {
            rules("MAJOR t > 30 & .name = 'Kettle'");
            node.telemetry(HOT);
            node.describe("Kettle", null);
            node.pass(SECOND);
            node.receive(message("ENTITY_UPDATED", "{\"id\":{\"entityType\":\"ALARM\"}}"));
            node.telemetry(HOT);
            assertThat(alarms()).as("after an update of an alarm").isEmpty();

            node.receive(message("ENTITY_UPDATED", "{\"id\":{\"entityType\":\"DEVICE\"}}"));
            node.telemetry(HOT);

            assertThat(alarms()).hasSize(1);
        }

        @Test
        void includeThoseOfItsCustomerAndTenant() {
            rules("MAJOR t > @@limit?30");
            CustomerId customer = new CustomerId(TimeOrderedUuid.next());
            node.store(NodeTester.TENANT.entity(), AttributeScope.SERVER_SCOPE, "limit", "40");
            node.store(customer.entity(), AttributeScope.SERVER_SCOPE, "limit", "20");
            node.telemetry("{\"t\":25}");
            assertThat(alarms()).as("the tenant's limit").isEmpty();

            node.describe("Boiler", customer);
            node.receive(message("ENTITY_ASSIGNED", "{}"));
            node.telemetry("{\"t\":25}");

            assertThat(alarms()).as("the customer's limit").hasSize(1);
        }

        @Test
        void areReadAgainUnderAnotherLease() {
            rules("MAJOR t > 30 & h > 1");
            node.lease = new Lease("Main", 3, 1);
            node.telemetry(HOT);
            node.storeSeries("h", "2");
            node.pass(SECOND);
            node.telemetry(HOT);
            assertThat(alarms()).as("under the same lease").isEmpty();

            node.lease = new Lease("Main", 3, 2);
            node.telemetry(HOT);

            assertThat(alarms()).hasSize(1);
        }
    }

    @Nested
    class Counts {

        @Test
        void outliveARestart() {
            rules("MAJOR t > 30 2 times");
            node.telemetry(HOT);
            node.restart();

            node.telemetry(HOT);

            assertThat(alarms()).hasSize(1);
        }

        @Test
        void outliveTheRemovalFromMemory() {
            rules("MAJOR t > 30 2 times");
            node.withoutMemory();
            node.telemetry(HOT);
            node.pass(SECOND);

            node.telemetry(HOT);

            assertThat(alarms()).hasSize(1);
        }

        @Test
        void outliveAChangeOfTheRules() {
            rules("MAJOR t > 30 2 times; WARNING h > 5");
            node.telemetry(HOT);
            rules("CRITICAL x > 1; MAJOR t > 30 2 times");
            node.pass(SECOND);

            node.telemetry(HOT);

            assertThat(alarms()).hasSize(1);
        }

        @Test
        void endWithTheProfileOfTheDevice() {
            rules("MAJOR t > 30 2 times");
            node.telemetry(HOT);
            node.rules(
                    new DeviceProfileId(TimeOrderedUuid.next()),
                    RuleText.rules("MAJOR t > 30 2 times"));
            node.pass(SECOND);

            node.telemetry(HOT);

            assertThat(alarms()).isEmpty();
        }

        @Test
        void areNotStoredForDevicesWithoutCounts() {
            rules("MAJOR t > 30 2 times; CRITICAL h > 5");
            node.telemetry(HOT);
            assertThat(node.states.find(node.site(), null).toCompletableFuture().join())
                    .isPresent();

            node.pass(SECOND);
            node.telemetry(COLD);

            assertThat(node.states.find(node.site(), null).toCompletableFuture().join()).isEmpty();
        }
    }

    @Nested
    class Durations {

        private static final Duration MINUTE = Duration.ofSeconds(60);

        @Test
        void areReachedWithoutAMessage() {
            rules("MAJOR t > 30 for 60s");
            node.telemetry(HOT);

            node.pass(MINUTE);
            assertThat(alarms()).as("not longer than a minute").isEmpty();
            node.pass(Duration.ofMillis(1));

            assertThat(alarms()).hasSize(1);
            assertThat(node.timers()).isEmpty();
            RuleMessage message = node.submitted.getFirst();
            assertThat(node.labels()).containsExactly("Alarm Created");
            assertThat(message.customer()).isNull();
            assertThat(message.metadata().values())
                    .containsEntry("deviceName", "Boiler")
                    .containsEntry("alarmConditionDuration", "60001");
        }

        @Test
        void haveTheMetadataOfTheMessageThatHasBegunThem() {
            rules("MAJOR t > 30 for 60s");
            node.receive(node.telemetryMessage(HOT).withMetadata(Metadata.of("m", "1")));
            node.pass(SECOND);
            node.telemetry("{\"h\":1}");

            node.pass(MINUTE);

            assertThat(node.submitted.getFirst().metadata().get("m")).isEqualTo("1");
        }

        @Test
        void areReachedOnce() {
            rules("MAJOR t > 30 for 60s");
            node.telemetry(HOT);
            node.pass(MINUTE.plusSeconds(1));

            node.pass(MINUTE.multipliedBy(10));
            node.wake();

            assertThat(node.labels()).containsExactly("Alarm Created");
        }

        @ParameterizedTest
        @ValueSource(booleans = {true, false})
        void goOnAfterARestart(boolean memory) {
            if (!memory) {
                node.withoutMemory();
            }
            rules("MAJOR t > 30 for 60s");
            node.telemetry(HOT);
            node.pass(SECOND);
            node.restart();

            node.pass(MINUTE);

            assertThat(alarms()).hasSize(1);
            assertThat(node.submitted.getFirst().metadata().get("deviceName")).isEqualTo("Boiler");
        }

        @Test
        void leaveAnEarlierTimerAndSetItAgainWhenItIsDue() {
            rules("MAJOR t > 30 for 60s");
            node.telemetry(HOT);
            long first = node.timers().getFirst().dueAt();
            node.pass(SECOND);
            node.telemetry(COLD);
            node.pass(SECOND);
            node.telemetry(HOT);
            assertThat(node.timers()).extracting(Pending::dueAt).containsExactly(first);

            node.pass(MINUTE.minusSeconds(1));
            assertThat(alarms()).isEmpty();
            assertThat(node.timers()).extracting(Pending::dueAt).containsExactly(first + 2_000);
            node.pass(SECOND.plusMillis(1));

            assertThat(alarms()).hasSize(1);
        }

        @Test
        void setTheTimerToAnEarlierTime() {
            rules("MAJOR t > 30 for 60s; CRITICAL t > 50 for 10s");
            node.telemetry(HOT);
            node.pass(SECOND);
            node.telemetry("{\"t\":51}");

            node.pass(Duration.ofMillis(10_001));

            assertThat(alarms())
                    .extracting(Alarm::severity)
                    .containsExactly(AlarmSeverity.CRITICAL);
        }

        @Test
        void endTheTimerOfADeviceWithoutRules() {
            rules("MAJOR t > 30 for 60s");
            node.telemetry(HOT);
            node.rules(AlarmRules.NONE);

            node.pass(MINUTE.plusSeconds(1));

            assertThat(node.timers()).isEmpty();
            assertThat(alarms()).isEmpty();
        }

        @Test
        void whoseTimeIsNoNumberFailAndEndTheirTimer() {
            rules("MAJOR t > 30 for @wait?60s");
            node.telemetry(HOT);
            String soon = "{\"wait\":\"soon\"}";
            assertFailed(node.receive(message("ATTRIBUTES_UPDATED", soon)), "attribute \"wait\"");
            node.advance(MINUTE.plusSeconds(1));

            assertFailed(node.wake(), "attribute \"wait\"");

            assertThat(node.timers()).isEmpty();
        }

        @Test
        void areReachedLaterIfTheQueueHasNoRoom() {
            rules("MAJOR t > 30; MINOR h > 1 for 60s");
            node.telemetry("{\"h\":2}");
            node.advance(MINUTE.plusSeconds(1));
            node.refusal = new IllegalStateException("no room");

            assertFailed(node.wake(), "no room");

            assertThat(node.timers()).as("the service wakes the node again").hasSize(1);
        }

        @Test
        void areEvaluatedInTheQueueOfTheDevice() {
            rules("MAJOR t > 30 for 60s");
            node.receive(node.telemetryMessage(HOT).withQueue("Fast"));

            node.pass(MINUTE.plusSeconds(1));

            assertThat(alarms()).as("in the queue Main").isEmpty();
            RuleMessage again = node.submitted.getFirst();
            assertThat(again.queue()).isEqualTo("Fast");
            node.receive(again);
            assertThat(alarms()).hasSize(1);
        }

        @Test
        void clearAnAlarm() {
            rules("MAJOR t > 30; clear t < 9 for 60s");
            node.telemetry(HOT);
            node.pass(SECOND);
            node.telemetry(COLD);

            node.pass(MINUTE.plusSeconds(1));

            assertThat(node.labels()).containsExactly("Alarm Created", "Alarm Cleared");
            assertThat(node.submitted.getLast().metadata().get("alarmConditionDuration"))
                    .isEqualTo("0");
        }
    }

    @Test
    void upgradesFromVersion0() {
        assertThat(
                        NodeTester.upgraded(
                                        DeviceProfileNode.definition(node.ports()),
                                        "{\"persistAlarmRulesState\":false,\"fetchAlarmRulesStateOnStart\":true}",
                                        0)
                                .path("fetchAlarmRulesStateOnStart")
                                .asBoolean(true))
                .isFalse();
    }
}
