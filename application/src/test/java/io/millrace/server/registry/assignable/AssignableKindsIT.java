// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.UserId;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.page.InvalidPageLinkException;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerBelongings.Released;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.registry.entity.Column;
import io.millrace.server.registry.entity.EntityRow;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.api.NameRules;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Two kinds that the service does not have. Each consists of its table, its record and its {@link AssignableKind}. */
class AssignableKindsIT {

    private static final RestServer SERVER = RestServer.running();
    private static final JdbcClient JDBC = SERVER.bean(JdbcClient.class);

    /** Its type is a text in a column of its own. */
    record Edge(
            EntityId id,
            long createdTime,
            TenantId tenantId,
            CustomerId customerId,
            String name,
            @Nullable String type,
            @Nullable JsonNode keys,
            long version,
            @Nullable JsonNode additionalInfo)
            implements AssignableEntity {

        static Edge read(EntityRow row) throws SQLException {
            return new Edge(
                    new EntityId(EntityType.EDGE, row.id()),
                    row.createdTime(),
                    row.tenant(),
                    row.customer(),
                    row.text("name"),
                    row.optionalText("type"),
                    row.json("keys"),
                    row.version(),
                    row.json("additional_info"));
        }

        @Override
        public EntityId entityId() {
            return id;
        }

        @Override
        public TypeChoice currentType() {
            return type == null ? new TypeChoice.Default() : new TypeChoice.Named(type);
        }
    }

    /** It has no type, and a title in place of a name. */
    record Dashboard(
            EntityId id,
            long createdTime,
            TenantId tenantId,
            CustomerId customerId,
            String title,
            long version,
            @Nullable JsonNode additionalInfo)
            implements AssignableEntity {

        static Dashboard read(EntityRow row) throws SQLException {
            return new Dashboard(
                    new EntityId(EntityType.DASHBOARD, row.id()),
                    row.createdTime(),
                    row.tenant(),
                    row.customer(),
                    row.text("title"),
                    row.version(),
                    row.json("additional_info"));
        }

        @Override
        public String name() {
            return title;
        }

        @Override
        public EntityId entityId() {
            return id;
        }

        @Override
        public TypeChoice currentType() {
            return new TypeChoice.Default();
        }
    }

    private static final List<AssignableEntity> CHANGED = new CopyOnWriteArrayList<>();

    private static final AssignableEntities<Edge> EDGES =
            entities(
                    new AssignableKind<>(
                            EntityType.EDGE,
                            "name",
                            new Typing.OwnColumn(),
                            null,
                            List.of(),
                            List.of(Column.json("keys")),
                            Edge::read,
                            Map.of()));

    private static final AssignableEntities<Dashboard> DASHBOARDS =
            entities(
                    new AssignableKind<>(
                            EntityType.DASHBOARD,
                            "title",
                            new Typing.Untyped(),
                            null,
                            List.of(),
                            List.of(),
                            Dashboard::read,
                            Map.of()));

    private static <E extends AssignableEntity> AssignableEntities<E> entities(
            AssignableKind<E> kind) {
        AssignableKinds kinds = SERVER.bean(AssignableKinds.class);
        AssignableRepository<E> repository =
                new AssignableRepository<>(kind, JDBC, SERVER.bean(JsonColumn.class));
        return kinds.entities(repository, kinds.service(repository, CHANGED::add));
    }

    /** @param nameTaken message about a second entity that is called A */
    record Kind(AssignableEntities<?> entities, String noun, String nameTaken) {

        AssignableResource<?> resource() {
            return entities.resource();
        }

        AssignmentResource<?> assignments() {
            return entities.assignments();
        }

        @Override
        public String toString() {
            return noun;
        }
    }

    private static final Kind EDGE = new Kind(EDGES, "Edge", "name: an edge 'A' exists already");
    private static final Kind DASHBOARD =
            new Kind(DASHBOARDS, "Dashboard", "title: a dashboard 'A' exists already");

    static List<Kind> kinds() {
        return List.of(EDGE, DASHBOARD);
    }

    record Request(
            @Nullable UUID entity,
            String name,
            @Nullable String type,
            @Nullable CustomerId customerId,
            @Nullable Long version)
            implements AssignableRequest {

        @Override
        public AssignableContent content(CustomerId customer) {
            return new AssignableContent(
                    NameRules.requireName("name", name), customer, null, Map.of());
        }
    }

    private static Request added(String name) {
        return new Request(null, name, null, null, null);
    }

    private static Request added(String name, String type) {
        return new Request(null, name, type, null, null);
    }

    private static Request changed(AssignableEntity seen, String name, @Nullable String type) {
        return new Request(seen.entityId().id(), name, type, null, seen.version());
    }

    private static final String TABLE =
            """
            create table %1$s (
                id              uuid   primary key,
                created_time    bigint not null,
                tenant_id       uuid   not null references tenant (id),
                customer_id     uuid,
                %2$s            text   not null,
                %3$s
                additional_info jsonb,
                version         bigint not null default 1,
                constraint %1$s_%2$s_key unique (tenant_id, %2$s),
                constraint %1$s_customer_fkey foreign key (tenant_id, customer_id) references customer (tenant_id, id))
            """;

    @BeforeAll
    static void addTables() {
        JDBC.sql(TABLE.formatted("edge", "name", "type text, keys jsonb,")).update();
        JDBC.sql(TABLE.formatted("dashboard", "title", "")).update();
    }

    /** Other tests of the same database look at all its tables. */
    @AfterAll
    static void dropTables() {
        JDBC.sql("drop table if exists edge, dashboard").update();
    }

    private final TenantId tenant = SERVER.newTenant();
    private final CustomerId customer = SERVER.newCustomer(tenant);
    private final SecurityUser admin = user(Authority.TENANT_ADMIN, IdJson.NO_CUSTOMER);
    private final SecurityUser user = user(Authority.CUSTOMER_USER, customer);

    private SecurityUser user(Authority authority, CustomerId of) {
        return new SecurityUser(
                new UserId(UUID.randomUUID()),
                tenant,
                of,
                "user@example.com",
                authority,
                UUID.randomUUID());
    }

    private static PageLink all() {
        return sortedBy(null, null);
    }

    private static PageLink sortedBy(@Nullable String property, @Nullable String order) {
        return new PageLink(10, 0, null, property, order);
    }

    private static PageLink containing(String text) {
        return new PageLink(10, 0, text, null, null);
    }

    private List<String> names(Kind kind, @Nullable String type, PageLink link) {
        return kind.resource().list(admin, type, link).data().stream()
                .map(AssignableEntity::name)
                .toList();
    }

    private List<String> toldOf(AssignableEntity entity) {
        return SERVER.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.originator().equals(entity.entityId()))
                .map(RuleMessage::type)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anEntityIsAddedFoundChangedAndDeleted(Kind kind) {
        AssignableEntity first = kind.resource().save(admin, added("A"));
        UUID id = first.entityId().id();
        assertThat(first.version()).isEqualTo(1);
        assertThat(first.tenantId()).isEqualTo(tenant);
        assertThat(kind.resource().get(admin, id)).isEqualTo(first);
        assertThat(kind.resource().byName(admin, "A")).isEqualTo(first);

        AssignableEntity second = kind.resource().save(admin, changed(first, "B", null));
        assertThat(second.version()).isEqualTo(2);
        assertThat(second.name()).isEqualTo("B");
        assertThat(kind.resource().get(admin, id)).isEqualTo(second);

        kind.resource().delete(admin, id);
        assertThatThrownBy(() -> kind.resource().get(admin, id))
                .isInstanceOf(ApiException.class)
                .hasMessageEndingWith("with id [%s] is not found".formatted(id));
        assertThat(CHANGED).containsSubsequence(first, second, second);
        assertThat(toldOf(first))
                .containsExactly("ENTITY_CREATED", "ENTITY_UPDATED", "ENTITY_DELETED");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aChangeOfAnOlderVersionIsAConflict(Kind kind) {
        AssignableEntity first = kind.resource().save(admin, added("A"));
        kind.resource().save(admin, changed(first, "B", null));

        assertThatThrownBy(() -> kind.resource().save(admin, changed(first, "C", null)))
                .isInstanceOf(ApiException.class)
                .hasMessage(
                        "%s %s was changed by another request; load it again"
                                .formatted(kind.noun(), first.entityId().id()));
        assertThat(names(kind, null, all())).containsExactly("B");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aRefusalNamesTheColumnOfTheKind(Kind kind) {
        kind.resource().save(admin, added("A"));
        CustomerId foreign = SERVER.newCustomer(SERVER.newTenant());

        assertThatThrownBy(() -> kind.resource().save(admin, added("A")))
                .isInstanceOf(ApiException.class)
                .hasMessage(kind.nameTaken());
        assertThatThrownBy(() ->
                        kind.resource().save(admin, new Request(null, "B", null, foreign, null)))
                .isInstanceOf(ApiException.class)
                .hasMessage("customerId: the tenant has no such customer");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void listsAreSearchedByNameAndSorted(Kind kind) {
        kind.resource().save(admin, added("the Pump"));
        kind.resource().save(admin, added("fan"));
        kind.resource().save(admin, added("a pump"));

        assertThat(names(kind, null, all())).containsExactly("the Pump", "fan", "a pump");
        assertThat(names(kind, null, containing("PUMP"))).containsExactly("the Pump", "a pump");
        assertThat(names(kind, null, sortedBy("name", "ASC")))
                .containsExactly("a pump", "fan", "the Pump");
        assertThat(kind.resource().list(admin, null, new PageLink(2, 1, null, null, null)))
                .satisfies(page -> assertThat(page.data()).hasSize(1))
                .satisfies(page -> assertThat(page.totalElements()).isEqualTo(3));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void usersOfACustomerSeeWhatIsAssignedToIt(Kind kind) {
        UUID id = kind.resource().save(admin, added("A")).entityId().id();
        kind.resource().save(admin, added("B"));
        assertThatThrownBy(() -> kind.resource().get(user, id)).isInstanceOf(ApiException.class);

        AssignableEntity assigned = kind.assignments().assign(admin, customer.id(), id);

        assertThat(assigned.customerId()).isEqualTo(customer);
        assertThat(kind.resource().get(user, id)).isEqualTo(assigned);
        assertThat(kind.resource().info(user, id).customerTitle()).startsWith("Customer ");
        assertThat(kind.assignments().list(user, customer.id(), null, all()).data())
                .isEqualTo(List.of(assigned));

        AssignableEntity unassigned = kind.assignments().unassign(admin, id);

        assertThat(unassigned.assignedTo()).isNull();
        assertThat(toldOf(assigned))
                .containsExactly("ENTITY_CREATED", "ENTITY_ASSIGNED", "ENTITY_UNASSIGNED");
        assertThatThrownBy(() -> kind.assignments().unassign(admin, id))
                .isInstanceOf(ApiException.class);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void entitiesOfADeletedCustomerStayAndAreUnassigned(Kind kind) {
        Request ofCustomer = new Request(null, "A", null, customer, null);
        AssignableEntity entity = kind.resource().save(admin, ofCustomer);
        Customer deleted =
                SERVER.bean(CustomerRepository.class).find(tenant, customer.id()).orElseThrow();

        Released released =
                Objects.requireNonNull(
                        new TransactionTemplate(SERVER.bean(PlatformTransactionManager.class))
                                .execute(_ -> kind.entities().release(admin, deleted, 10)));
        released.then().run();

        assertThat(released.count()).isEqualTo(1);
        assertThat(kind.resource().get(admin, entity.entityId().id()).assignedTo()).isNull();
        assertThat(toldOf(entity)).containsExactly("ENTITY_CREATED", "ENTITY_UNASSIGNED");
    }

    @Test
    void listsAreFilteredSearchedAndSortedByATypeInAColumnOfItsOwn() {
        EDGES.resource().save(admin, added("A", "yard"));
        EDGES.resource().save(admin, added("B", "hall"));
        EDGES.resource().save(admin, added("C"));

        assertThat(names(EDGE, "hall", all())).containsExactly("B");
        assertThat(names(EDGE, " ", all())).containsExactly("A", "B", "C");
        assertThat(names(EDGE, null, containing("YAR"))).containsExactly("A");
        assertThat(names(EDGE, null, sortedBy("type", "ASC"))).containsExactly("B", "A", "C");
    }

    @Test
    void theTypesInAColumnOfTheirOwnAreThoseThatTheCallerSees() {
        EDGES.resource().save(admin, added("A", "yard"));
        EDGES.resource().save(admin, added("B", "hall"));
        EDGES.resource().save(admin, added("C", "hall"));
        EDGES.resource().save(admin, added("D"));
        EDGES.resource().save(admin, new Request(null, "E", "roof", customer, null));

        assertThat(EDGES.resource().types(admin)).containsExactly("hall", "roof", "yard");
        assertThat(EDGES.resource().types(user)).containsExactly("roof");
    }

    @Test
    void aChangeWithoutATypeKeepsTheTypeInAColumnOfItsOwn() {
        Edge hall = EDGES.resource().save(admin, added("A", "hall"));

        Edge renamed = EDGES.resource().save(admin, changed(hall, "B", null));
        Edge moved = EDGES.resource().save(admin, changed(renamed, "B", "yard"));

        assertThat(renamed.type()).isEqualTo("hall");
        assertThat(moved.type()).isEqualTo("yard");
        assertThat(EDGES.resource().save(admin, added("C")).type()).isNull();
    }

    @Test
    void aKindKeepsWhatOnlyItHas() {
        JsonNode keys = JsonNodeFactory.instance.objectNode().put("a", 1);
        Edge edge =
                EDGES.lifecycle()
                        .create(
                                tenant,
                                AssignableContent.named("A", Map.of("keys", keys)),
                                new TypeChoice.Named("hall"));

        assertThat(EDGES.resource().get(admin, edge.id().id()).keys()).isEqualTo(keys);
    }

    @Test
    void aKindWithoutTypesNeitherListsNorSortsByThem() {
        DASHBOARDS.resource().save(admin, added("B"));
        DASHBOARDS.resource().save(admin, added("A", "ignored"));

        assertThat(DASHBOARDS.resource().types(admin)).isEmpty();
        assertThat(names(DASHBOARD, null, sortedBy("title", "ASC"))).containsExactly("A", "B");
        assertThatThrownBy(() -> names(DASHBOARD, null, sortedBy("type", "ASC")))
                .isInstanceOf(InvalidPageLinkException.class)
                .hasMessageEndingWith("allowed: [createdTime, customerTitle, name, title]");
    }
}
