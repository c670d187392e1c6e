// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import static io.millrace.message.id.EntityType.ASSET;
import static io.millrace.message.id.EntityType.DEVICE;
import static io.millrace.rule.store.SearchDirection.FROM;
import static io.millrace.rule.store.SearchDirection.TO;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.RelationsQuery.Filter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every {@link RelationStore} must do. A search goes level by level and leaves each entity once, at the level
 * where it first came to it. Each relation that it walks counts or does not, by the filters and by its level; what the
 * counting ones lead to is found.
 */
public abstract class RelationStoreContract {

    private static final String COMMON = "COMMON";
    private static final int UNLIMITED = 0;

    private TenantId tenant;
    private EntityId root;

    /** The store under test; the same at each call within a test. */
    protected abstract RelationStore store();

    /** Makes a relation of a group, later than all before it. */
    protected abstract void relate(
            TenantId owner, String group, EntityId from, EntityId to, String type);

    /** Deletes a relation of group {@code COMMON}. */
    protected abstract void unrelate(TenantId owner, EntityId from, EntityId to, String type);

    /** A tenant that may own entities. */
    protected TenantId newTenant() {
        return new TenantId(TimeOrderedUuid.next());
    }

    /** An asset or a device of the tenant, as the type says. */
    protected EntityId newEntity(TenantId owner, EntityType type) {
        return new EntityId(type, TimeOrderedUuid.next());
    }

    @BeforeEach
    final void makeARoot() {
        tenant = newTenant();
        root = newEntity(tenant, ASSET);
    }

    @Test
    void knowsARelationBetweenTwoByItsTypeAndDirection() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");

        assertThat(exists(root, device, "Contains")).isTrue();
        assertThat(exists(root, device, "Manages")).isFalse();
        assertThat(exists(root, device, "contains")).isFalse();
        assertThat(exists(device, root, "Contains")).isFalse();
        assertThat(exists(root, newEntity(tenant, DEVICE), "Contains")).isFalse();
    }

    @Test
    void doesNotFollowARelationToTellWhetherItExists() {
        EntityId middle = newEntity(tenant, ASSET);
        EntityId end = newEntity(tenant, DEVICE);
        relate(root, middle, "Contains");
        relate(middle, end, "Contains");

        assertThat(exists(root, end, "Contains")).isFalse();
    }

    @Test
    void tellsEntitiesOfTheSameIdApartByTheirTypes() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");

        assertThat(exists(root, new EntityId(ASSET, device.id()), "Contains")).isFalse();
        assertThat(existsAny(new EntityId(ASSET, device.id()), TO, "Contains")).isFalse();
        assertThat(related(new EntityId(ASSET, device.id()), direct(TO))).isEmpty();
    }

    @Test
    void knowsWhetherAnEntityHasAnyRelationOfATypeSeenFromEachEnd() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");

        assertThat(existsAny(root, FROM, "Contains")).isTrue();
        assertThat(existsAny(root, TO, "Contains")).isFalse();
        assertThat(existsAny(device, TO, "Contains")).isTrue();
        assertThat(existsAny(device, FROM, "Contains")).isFalse();
        assertThat(existsAny(root, FROM, "Manages")).isFalse();
    }

    @Test
    void forgetsARelationThatWasDeletedAtOnce() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");
        assertThat(exists(root, device, "Contains")).isTrue();

        unrelate(tenant, root, device, "Contains");

        assertThat(exists(root, device, "Contains")).isFalse();
        assertThat(existsAny(root, FROM, "Contains")).isFalse();
        assertThat(related(root, direct(FROM))).isEmpty();
    }

    @Test
    void seesNoRelationOfAnotherGroup() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(tenant, "DASHBOARD", root, device, "Contains");

        assertThat(exists(root, device, "Contains")).isFalse();
        assertThat(existsAny(root, FROM, "Contains")).isFalse();
        assertThat(related(root, direct(FROM))).isEmpty();
    }

    @Test
    void seesNoRelationOfAnotherTenant() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");
        TenantId stranger = newTenant();

        assertThat(answer(store().exists(stranger, root, device, "Contains"))).isFalse();
        assertThat(answer(store().existsAny(stranger, root, FROM, "Contains"))).isFalse();
        assertThat(answer(store().related(stranger, root, direct(FROM)))).isEmpty();
    }

    @Test
    void findsWhatIsRelatedInTheDirectionOfTheSearch() {
        EntityId child = newEntity(tenant, DEVICE);
        EntityId parent = newEntity(tenant, ASSET);
        relate(root, child, "Contains");
        relate(parent, root, "Contains");

        assertThat(related(root, direct(FROM))).containsExactly(child);
        assertThat(related(root, direct(TO))).containsExactly(parent);
    }

    @Test
    void findsNothingForAnEntityWithoutRelations() {
        assertThat(related(root, direct(FROM))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void goesAsManyLevelsFarAsItIsToldTo(int levels) {
        List<EntityId> line = line(4);

        assertThat(related(root, query(FROM, levels)))
                .containsExactlyElementsOf(line.subList(0, levels));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1})
    void goesToTheEndWhereNoNumberOfLevelsIsGiven(int levels) {
        List<EntityId> line = line(4);

        assertThat(related(root, query(FROM, levels))).containsExactlyElementsOf(line);
    }

    @Test
    void followsRelationsAgainstTheirDirectionOverLevels() {
        List<EntityId> line = line(3);

        assertThat(related(line.getLast(), query(TO, 2)))
                .containsExactly(line.get(1), line.getFirst());
    }

    @Test
    void givesTheNearestFirstAndEquallyNearOnesAsTheirRelationsWereMade() {
        EntityId first = newEntity(tenant, ASSET);
        EntityId second = newEntity(tenant, ASSET);
        EntityId third = newEntity(tenant, ASSET);
        EntityId ofThird = newEntity(tenant, DEVICE);
        EntityId ofFirst = newEntity(tenant, DEVICE);
        relate(third, ofThird, "Contains");
        relate(root, second, "Contains");
        relate(root, first, "Contains");
        relate(root, third, "Contains");
        relate(first, ofFirst, "Contains");

        assertThat(related(root, query(FROM, UNLIMITED)))
                .containsExactly(second, first, third, ofThird, ofFirst);
    }

    @Test
    void findsWhatSeveralWaysLeadToOnceAndAsNearAsTheShortest() {
        EntityId left = newEntity(tenant, ASSET);
        EntityId end = newEntity(tenant, DEVICE);
        EntityId right = newEntity(tenant, ASSET);
        relate(root, left, "Contains");
        relate(root, end, "Contains");
        relate(root, right, "Contains");
        relate(left, end, "Contains");
        relate(right, end, "Manages");

        assertThat(related(root, query(FROM, UNLIMITED))).containsExactly(left, end, right);
    }

    @Test
    void walksACircleOnceAndNeverFindsTheRoot() {
        List<EntityId> line = line(2);
        relate(line.getLast(), line.getFirst(), "Contains");
        relate(line.getLast(), root, "Contains");
        relate(root, root, "Contains");

        assertThat(related(root, query(FROM, UNLIMITED))).containsExactlyElementsOf(line);
    }

    @Test
    void findsOnlyWhatARelationOfAFiltersTypeLeadsTo() {
        EntityId contained = newEntity(tenant, DEVICE);
        EntityId managed = newEntity(tenant, DEVICE);
        relate(root, contained, "Contains");
        relate(root, managed, "Manages");

        assertThat(related(root, direct(FROM, filter("Manages")))).containsExactly(managed);
        assertThat(related(root, direct(FROM, filter("manages")))).isEmpty();
        assertThat(related(root, direct(FROM, filter("")))).containsExactly(contained, managed);
    }

    @Test
    void findsOnlyEntitiesOfAFiltersTypes() {
        EntityId device = newEntity(tenant, DEVICE);
        EntityId asset = newEntity(tenant, ASSET);
        relate(root, device, "Contains");
        relate(root, asset, "Contains");

        assertThat(related(root, direct(FROM, filter("Contains", ASSET)))).containsExactly(asset);
        assertThat(related(root, direct(FROM, filter("", ASSET, DEVICE))))
                .containsExactly(device, asset);
        assertThat(related(root, direct(FROM, filter("Manages", ASSET)))).isEmpty();
    }

    @Test
    void looksAtTheFarEndsTypeInEitherDirection() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");

        assertThat(related(device, direct(TO, filter("Contains", ASSET)))).containsExactly(root);
        assertThat(related(device, direct(TO, filter("Contains", DEVICE)))).isEmpty();
    }

    @Test
    void findsWhatAnyOfTheFiltersLetsPass() {
        EntityId contained = newEntity(tenant, ASSET);
        EntityId managed = newEntity(tenant, DEVICE);
        EntityId used = newEntity(tenant, DEVICE);
        relate(root, contained, "Contains");
        relate(root, managed, "Manages");
        relate(root, used, "Uses");

        assertThat(related(root, direct(FROM, filter("Uses"), filter("Contains", ASSET))))
                .containsExactly(contained, used);
    }

    @Test
    void goesOnThroughWhatNoFilterLetsPass() {
        EntityId middle = newEntity(tenant, ASSET);
        EntityId end = newEntity(tenant, DEVICE);
        relate(root, middle, "Manages");
        relate(middle, end, "Contains");

        assertThat(related(root, query(FROM, 2, filter("Contains", DEVICE)))).containsExactly(end);
    }

    @Test
    void findsWhatOneOfSeveralRelationsBetweenTwoLetsPass() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");
        relate(root, device, "Manages");

        assertThat(related(root, direct(FROM, filter("Manages")))).containsExactly(device);
        assertThat(related(root, direct(FROM))).containsExactly(device);
    }

    @Test
    void findsWhatOnlyALongerWayLeadsToByARelationThatCounts() {
        EntityId near = newEntity(tenant, DEVICE);
        EntityId detour = newEntity(tenant, ASSET);
        relate(root, near, "Contains");
        relate(root, detour, "Contains");
        relate(detour, near, "Manages");

        assertThat(related(root, query(FROM, 1, filter("Manages")))).isEmpty();
        assertThat(related(root, query(FROM, 2, filter("Manages")))).containsExactly(near);
    }

    @Test
    void findsOnTheLastLevelOnlyWhatIsThatFarAwayOrEndsBefore() {
        EntityId end = newEntity(tenant, DEVICE);
        relate(root, end, "Contains");
        List<EntityId> line = line(3);

        assertThat(related(root, lastLevel(2))).containsExactly(end, line.get(1));
    }

    @Test
    void findsOnTheLastOfUnlimitedLevelsWhereNothingLeadsOn() {
        EntityId end = newEntity(tenant, DEVICE);
        relate(root, end, "Contains");
        List<EntityId> line = line(3);

        assertThat(related(root, lastLevel(UNLIMITED))).containsExactly(end, line.getLast());
    }

    @Test
    void filtersTheLastLevel() {
        EntityId end = newEntity(tenant, DEVICE);
        EntityId managed = newEntity(tenant, DEVICE);
        relate(root, end, "Contains");
        relate(root, managed, "Manages");

        assertThat(related(root, new RelationsQuery(FROM, 2, List.of(filter("Manages")), true)))
                .containsExactly(managed);
    }

    @Test
    void seesThatARelationOfAnyTypeLeadsOn() {
        EntityId middle = newEntity(tenant, ASSET);
        EntityId end = newEntity(tenant, DEVICE);
        relate(root, middle, "Contains");
        relate(middle, end, "Manages");

        assertThat(related(root, new RelationsQuery(FROM, 3, List.of(filter("Contains")), true)))
                .isEmpty();
    }

    @Test
    void findsNoLastLevelInACircle() {
        List<EntityId> line = line(2);
        relate(line.getLast(), root, "Contains");

        assertThat(related(root, lastLevel(UNLIMITED))).isEmpty();
        assertThat(related(root, lastLevel(2))).containsExactly(line.getLast());
    }

    @Test
    void addsARelationOnce() {
        EntityId device = newEntity(tenant, DEVICE);

        answer(store().add(tenant, new Relation(root, device, "Contains"), null));
        answer(store().add(tenant, new Relation(root, device, "Contains"), null));

        assertThat(exists(root, device, "Contains")).isTrue();
        assertThat(exists(device, root, "Contains")).isFalse();
        assertThat(related(root, direct(FROM))).containsExactly(device);
    }

    @Test
    void addsARelationInPlaceOfTheOthersOfItsTypeAndDirection() {
        EntityId former = newEntity(tenant, DEVICE);
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, former, "Contains");
        relate(root, former, "Manages");
        relate(former, root, "Contains");
        relate(tenant, "DASHBOARD", root, former, "Contains");

        answer(store().addAsOnly(tenant, new Relation(root, device, "Contains"), FROM, null));

        assertThat(related(root, direct(FROM, filter("Contains")))).containsExactly(device);
        assertThat(exists(root, former, "Manages")).isTrue();
        assertThat(exists(former, root, "Contains")).isTrue();
    }

    @Test
    void keepsTheOnlyRelationThatIsAddedAgain() {
        EntityId device = newEntity(tenant, DEVICE);
        EntityId owner = newEntity(tenant, ASSET);
        relate(owner, device, "Contains");
        relate(root, device, "Contains");

        answer(store().addAsOnly(tenant, new Relation(root, device, "Contains"), TO, null));
        answer(store().addAsOnly(tenant, new Relation(root, device, "Contains"), TO, null));

        assertThat(related(device, direct(TO))).containsExactly(root);
    }

    @Test
    void removesARelationIfItExists() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");
        relate(root, device, "Manages");

        answer(store().remove(tenant, new Relation(root, device, "Contains"), null));
        answer(store().remove(tenant, new Relation(root, device, "Contains"), null));

        assertThat(exists(root, device, "Contains")).isFalse();
        assertThat(exists(root, device, "Manages")).isTrue();
    }

    @Test
    void removesAllRelationsOfATypeSeenFromOneEnd() {
        EntityId one = newEntity(tenant, DEVICE);
        EntityId other = newEntity(tenant, ASSET);
        relate(root, one, "Contains");
        relate(root, other, "Contains");
        relate(root, one, "Manages");
        relate(one, root, "Contains");

        answer(store().removeAll(tenant, root, FROM, "Contains", null));

        assertThat(related(root, direct(FROM))).containsExactly(one);
        assertThat(exists(root, one, "Manages")).isTrue();
        assertThat(exists(one, root, "Contains")).isTrue();
    }

    @Test
    void changesNoRelationOfAnotherTenant() {
        EntityId device = newEntity(tenant, DEVICE);
        relate(root, device, "Contains");
        TenantId stranger = newTenant();

        answer(store().remove(stranger, new Relation(root, device, "Contains"), null));
        answer(store().removeAll(stranger, root, FROM, "Contains", null));

        assertThat(exists(root, device, "Contains")).isTrue();
    }

    @Test
    void makesOneRelationOfConcurrentChanges() {
        List<EntityId> devices = Stream.generate(() -> newEntity(tenant, DEVICE)).limit(8).toList();

        CompletableFuture<?>[] changes =
                devices.stream()
                        .map(device ->
                                store().addAsOnly(
                                                tenant,
                                                new Relation(root, device, "Contains"),
                                                FROM,
                                                null)
                                        .toCompletableFuture())
                        .toArray(CompletableFuture[]::new);
        answer(CompletableFuture.allOf(changes));

        assertThat(related(root, direct(FROM))).hasSize(1).allMatch(devices::contains);
    }

    /** Makes a line of assets, the first of which the root contains, and each the next. */
    private List<EntityId> line(int length) {
        EntityId[] line = new EntityId[length];
        EntityId before = root;
        for (int i = 0; i < length; i++) {
            line[i] = newEntity(tenant, ASSET);
            relate(before, line[i], "Contains");
            before = line[i];
        }
        return List.of(line);
    }

    private void relate(EntityId from, EntityId to, String type) {
        relate(tenant, COMMON, from, to, type);
    }

    private boolean exists(EntityId from, EntityId to, String type) {
        return answer(store().exists(tenant, from, to, type));
    }

    private boolean existsAny(EntityId entity, SearchDirection direction, String type) {
        return answer(store().existsAny(tenant, entity, direction, type));
    }

    private List<EntityId> related(EntityId from, RelationsQuery query) {
        return answer(store().related(tenant, from, query));
    }

    private static RelationsQuery direct(SearchDirection direction, Filter... filters) {
        return query(direction, 1, filters);
    }

    private static RelationsQuery query(
            SearchDirection direction, int maxLevel, Filter... filters) {
        return new RelationsQuery(direction, maxLevel, List.of(filters), false);
    }

    private static RelationsQuery lastLevel(int maxLevel) {
        return new RelationsQuery(FROM, maxLevel, List.of(), true);
    }

    private static Filter filter(String type, EntityType... entityTypes) {
        return new Filter(type, Set.of(entityTypes));
    }

    private static <T> T answer(CompletionStage<T> answer) {
        return answer.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS).join();
    }
}
