// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import static io.millrace.rule.node.NodeTester.DEVICE;
import static io.millrace.rule.node.NodeTester.TENANT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.AlarmId;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.alarm.AlarmFixture;
import io.millrace.rule.alarm.AlarmStatus;
import io.millrace.rule.catalog.NodeCatalogue;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.store.EntityStore.Entity;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.memory.InMemoryAlarmStore;
import io.millrace.rule.store.memory.InMemoryEntityStore;
import io.millrace.rule.store.memory.InMemoryRelationStore;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class ChangeOriginatorNodeTest {

    private static final String QUERY =
            "{\"direction\":\"FROM\",\"maxLevel\":1,\"filters\":[{\"relationType\":\"Contains\","
                    + "\"entityTypes\":[],\"negate\":false}],\"fetchLastLevelOnly\":false}";
    private static final String RELATED =
            "{\"originatorSource\":\"RELATED\",\"relationsQuery\":%s}".formatted(QUERY);

    private final InMemoryEntityStore entities = new InMemoryEntityStore();
    private final InMemoryRelationStore relations = new InMemoryRelationStore();
    private final InMemoryAlarmStore alarms = new InMemoryAlarmStore();
    private final CustomerId customer = new CustomerId(TimeOrderedUuid.next());
    private final RuleMessage message =
            NodeTester.message("T", "{ \"a\" : 1 }", "k", "v").withQueue("HighPriority");
    private final NodeDefinition<?> definition =
            ChangeOriginatorNode.definition(entities, relations, alarms);

    @Test
    void hasThingsBoardsDefaults() {
        assertThat(NodeCatalogue.of(List.of(definition)).defaultsOf(definition))
                .hasToString(
                        "{\"originatorSource\":\"CUSTOMER\",\"relationsQuery\":%s,\"entityType\":null,\"entityNamePattern\":null}"
                                .formatted(QUERY));
    }

    @Test
    void changesNothingButTheOriginator() {
        RuleMessage changed = success("{\"originatorSource\":\"TENANT\"}", message);

        assertThat(changed).isEqualTo(message.withOriginator(TENANT.entity()));
        assertThat(changed.id()).isEqualTo(message.id());
        assertThat(changed.payload()).isSameAs(message.payload());
        assertThat(changed.metadata()).isSameAs(message.metadata());
        assertThat(changed.queue()).isEqualTo("HighPriority");
        assertThat(changed.customer()).isNull();
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"USER", "ASSET", "DEVICE"})
    void changesToTheCustomer(EntityType type) {
        EntityId originator = put(type, "e", customer);

        RuleMessage changed = success("{\"originatorSource\":\"CUSTOMER\"}", from(originator));

        assertThat(changed.originator()).isEqualTo(customer.entity());
        assertThat(changed.customer()).isEqualTo(customer);
    }

    @Test
    void aCustomerIsItsOwn() {
        assertThat(
                        success("{\"originatorSource\":\"CUSTOMER\"}", from(customer.entity()))
                                .originator())
                .isEqualTo(customer.entity());
    }

    @Test
    void keepsTheCustomerThatTheMessageHas() {
        CustomerId former = new CustomerId(TimeOrderedUuid.next());
        EntityId originator = put(EntityType.DEVICE, "e", customer);

        RuleMessage changed =
                success(
                        "{\"originatorSource\":\"CUSTOMER\"}",
                        from(originator).withCustomer(former));

        assertThat(changed.originator()).isEqualTo(customer.entity());
        assertThat(changed.customer()).isEqualTo(former);
    }

    @Test
    void failsForAnOriginatorWithoutCustomer() {
        EntityId device = put(EntityType.DEVICE, "e", null);

        assertThat(error("{\"originatorSource\":\"CUSTOMER\"}", from(device)))
                .isEqualTo("there is no customer of Device " + device.id());
        assertThat(error("{\"originatorSource\":\"CUSTOMER\"}", message))
                .isEqualTo("there is no customer of Device " + DEVICE);
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"TENANT", "ALARM", "ENTITY_VIEW", "EDGE"})
    void failsForOriginatorsThatHaveNoCustomer(EntityType type) {
        assertThat(
                        error(
                                "{\"originatorSource\":\"CUSTOMER\"}",
                                from(new EntityId(type, TimeOrderedUuid.next()))))
                .startsWith("the originator must be ");
    }

    @Test
    void changesToTheFirstRelatedEntity() {
        EntityId first = new EntityId(EntityType.ASSET, TimeOrderedUuid.next());
        EntityId second = new EntityId(EntityType.ASSET, TimeOrderedUuid.next());
        relations.relate(TENANT, DEVICE.entity(), first, "Contains");
        relations.relate(TENANT, DEVICE.entity(), second, "Contains");

        assertThat(success(RELATED, message).originator()).isEqualTo(first);
    }

    @Test
    void fillsInTheCustomerForARelatedOne() {
        relations.relate(TENANT, DEVICE.entity(), customer.entity(), "Contains");

        assertThat(success(RELATED, message).customer()).isEqualTo(customer);
    }

    @Test
    void failsWhereNothingIsRelated() {
        assertThat(error(RELATED, message))
                .isEqualTo("there is no new originator to be found from Device " + DEVICE);
    }

    @Test
    void failsWhereTheSearchFails() {
        relations.failWith(new StoreException("too many relations"));

        assertThat(error(RELATED, message)).isEqualTo("too many relations");
    }

    @Test
    void changesFromAnAlarmToItsOriginator() {
        AlarmId alarm = new AlarmId(TimeOrderedUuid.next());
        alarms.put(AlarmFixture.alarm(alarm, DEVICE.entity(), AlarmStatus.ACTIVE_UNACK));

        assertThat(
                        success("{\"originatorSource\":\"ALARM_ORIGINATOR\"}", from(alarm.entity()))
                                .originator())
                .isEqualTo(DEVICE.entity());
    }

    @Test
    void failsForAnAlarmThatIsGone() {
        AlarmId alarm = new AlarmId(TimeOrderedUuid.next());

        assertThat(error("{\"originatorSource\":\"ALARM_ORIGINATOR\"}", from(alarm.entity())))
                .isEqualTo("there is no new originator to be found from Alarm " + alarm);
    }

    @Test
    void failsForOriginatorsThatAreNoAlarms() {
        assertThat(error("{\"originatorSource\":\"ALARM_ORIGINATOR\"}", message))
                .isEqualTo("the originator must be an alarm, not Device");
    }

    @ParameterizedTest
    @EnumSource(
            value = EntityType.class,
            names = {"DEVICE", "ASSET", "ENTITY_VIEW", "EDGE", "USER"})
    void changesToTheEntityWithAName(EntityType type) {
        EntityId named = put(type, "meter-v", null);

        assertThat(success(named(type, "meter-${k}"), message).originator()).isEqualTo(named);
    }

    @Test
    void failsWhereNoEntityHasTheName() {
        put(EntityType.ASSET, "meter-v", null);

        assertThat(error(named(EntityType.DEVICE, "meter-${k}"), message))
                .isEqualTo("there is no Device with the name \"meter-v\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    {}                                                                              | originatorSource:
                    {"originatorSource":"NEIGHBOUR"}                                                | originatorSource:
                    {"originatorSource":"RELATED"}                                                  | relationsQuery:
                    {"originatorSource":"RELATED","relationsQuery":{"maxLevel":1}}                  | relationsQuery.direction:
                    {"originatorSource":"ENTITY","entityNamePattern":"n"}                           | entityType:
                    {"originatorSource":"ENTITY","entityNamePattern":"n","entityType":"CUSTOMER"}   | entityType:
                    {"originatorSource":"ENTITY","entityType":"DEVICE"}                             | entityNamePattern:
                    {"originatorSource":"ENTITY","entityType":"DEVICE","entityNamePattern":""}      | entityNamePattern:
                    """)
    void refusesWhatCannotWork(String configuration, String field) {
        assertThatThrownBy(() -> NodeTester.node(definition, configuration))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith(field);
    }

    private static String named(EntityType type, String pattern) {
        return "{\"originatorSource\":\"ENTITY\",\"entityType\":\"%s\",\"entityNamePattern\":\"%s\"}"
                .formatted(type, pattern);
    }

    private EntityId put(EntityType type, String name, @Nullable CustomerId owner) {
        EntityId id = new EntityId(type, TimeOrderedUuid.next());
        entities.put(TENANT, new Entity(id, name, owner, JsonMapper.shared().createObjectNode()));
        return id;
    }

    private static RuleMessage from(EntityId originator) {
        return RuleMessage.of(
                TENANT, originator, "T", Metadata.EMPTY, Payload.EMPTY_OBJECT, NodeTester.TS);
    }

    private RuleMessage success(String configuration, RuleMessage from) {
        NodeResult result = run(configuration, from);
        assertThat(result).isInstanceOf(NodeResult.Next.class);
        RuleMessage changed = ((NodeResult.Next) result).message();
        assertThat(result).isEqualTo(NodeResult.success(changed));
        return changed;
    }

    private String error(String configuration, RuleMessage from) {
        NodeResult result = run(configuration, from);
        assertThat(result).isInstanceOf(NodeResult.Failed.class);
        assertThat(((NodeResult.Failed) result).message()).isSameAs(from);
        return ((NodeResult.Failed) result).error();
    }

    private NodeResult run(String configuration, RuleMessage from) {
        return NodeTester.run(NodeTester.node(definition, configuration), from);
    }
}
