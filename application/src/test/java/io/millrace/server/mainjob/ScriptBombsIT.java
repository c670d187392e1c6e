// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Tenants flood the service with messages for scripts that do not end by themselves. Another tenant, which uses both
 * languages, is served, and the service ends as it does without them.
 */
@Tag("alone")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ScriptBombsIT {

    private static final String PASSWORD = "a password for tests";
    private static final int READINGS = 10;

    /** The status of a JVM that SIGTERM has ended, and that of a stop that was cut short for want of processor time. */
    private static final Set<Integer> STOPPED = Set.of(143, 75);

    @TempDir private static Path directory;
    private static ApplicationProcess application;

    /** The others run under {@code -Psoak}, each alone. */
    private static final Bomb[] SOME = {
        Bomb.HUGE_POWER,
        Bomb.HUGE_SPLIT,
        Bomb.RECURSION_THAT_CATCHES_ITS_STOP,
        Bomb.LOOP_IN_TO_JSON,
        Bomb.TBEL_ENDLESS_LOOP,
        Bomb.TBEL_BACKTRACKING
    };

    private static List<Attacker> first;
    private static List<Attacker> last;

    @BeforeAll
    static void start() {
        application = start(directory);
        first = attackers(application, SOME);
        last = attackers(application, SOME);
    }

    private static ApplicationProcess start(Path data) {
        return ApplicationProcess.start(data, Map.of("MILLRACE_ADMIN_PASSWORD", PASSWORD));
    }

    @AfterAll
    static void stop() {
        application.close();
    }

    @Test
    void bombsAtTheSameTimeHoldBackNoOtherTenant() {
        holdBackNoOtherTenant(application, first);
    }

    /** The last test: it ends the service. */
    @Test
    @Order(Integer.MAX_VALUE)
    void theServiceStopsWhileBombsRun() {
        stopsWhileTheyRun(application, last);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("soak")
    void aBombHoldsBackNoOtherTenantAndTheServiceStopsWhileItRuns(Bomb bomb, @TempDir Path data) {
        try (ApplicationProcess alone = start(data)) {
            holdBackNoOtherTenant(alone, attackers(alone, bomb));
            stopsWhileTheyRun(alone, attackers(alone, bomb));
        }
    }

    private static void holdBackNoOtherTenant(
            ApplicationProcess service, List<Attacker> attackers) {
        try (Neighbour neighbour = neighbour(service)) {
            attack(attackers);
            awaitAll(attackers, Attacker::hasFailed);

            neighbour.publishesAndHasStored(READINGS);

            awaitAll(attackers, Attacker::isAtWork);
        } finally {
            attackers.forEach(Attacker::close);
        }
    }

    /** The attackers must be new: scripts that have exceeded their limits three times are refused for a while. */
    private static void stopsWhileTheyRun(ApplicationProcess service, List<Attacker> attackers) {
        try {
            attack(attackers);

            stopsWithItsWorkers(service);
        } finally {
            attackers.forEach(Attacker::close);
        }
    }

    private static ServiceClient root(ApplicationProcess service) {
        return ServiceClient.signIn(service.httpUrl(), "sysadmin@millrace.local", PASSWORD);
    }

    private static List<Attacker> attackers(ApplicationProcess service, Bomb... bombs) {
        ServiceClient root = root(service);
        return Stream.of(bombs).map(bomb -> new Attacker(bomb, root, service.mqttPort())).toList();
    }

    private static Neighbour neighbour(ApplicationProcess service) {
        ServiceClient tenant = root(service).newTenant("Neighbour " + System.nanoTime());
        String profile =
                tenant.createProfile("Scripts", RuleChains.filteringAndSaving().save(tenant));
        return new Neighbour(tenant, profile, service.mqttPort());
    }

    private static void attack(List<Attacker> attackers) {
        attackers.forEach(Attacker::attack);
        awaitAll(attackers, Attacker::isAtWork);
    }

    private static void awaitAll(List<Attacker> attackers, Predicate<Attacker> state) {
        await().untilAsserted(() -> assertThat(attackers).allMatch(state));
    }

    private static void stopsWithItsWorkers(ApplicationProcess service) {
        Set<ProcessHandle> workers = new HashSet<>(workers(service));
        assertThat(workers).isNotEmpty();

        service.requestStop();
        await().until(() -> {
            workers.addAll(workers(service));
            return !service.isAlive();
        });

        assertThat(service.awaitExit()).as(service::standardOutput).isIn(STOPPED);
        assertThat(service.standardOutput()).contains("Millrace is stopping");
        assertThat(service.loggedErrors()).isEmpty();
        await().untilAsserted(() -> assertThat(workers).noneMatch(ProcessHandle::isAlive));
    }

    /** The processes that run JavaScript; the service's PostgreSQL is its descendant, too. */
    private static Set<ProcessHandle> workers(ApplicationProcess service) {
        return ProcessHandle.of(service.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(ScriptBombsIT::isJava)
                .collect(Collectors.toSet());
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().stream().anyMatch(command -> command.endsWith("java"));
    }
}
