// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.properties.CanBeAnnotated;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures;
import io.millrace.server.web.security.Roles;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The allowed dependencies between packages, and further rules that readers may rely on. */
final class ArchitectureTest {

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .withImportOption(location -> !location.contains("/test-classes/"))
                    .withImportOption(location -> !location.contains("-tests.jar"))
                    .withImportOption(location -> !location.contains("/api-client"))
                    .importPackages("io.millrace");

    /** The package of msg-queue that may use spring-kafka. */
    private static final String KAFKA_QUEUE = "io.millrace.queue.kafka..";

    private static final DescribedPredicate<JavaClass> GENERATED =
            JavaClass.Predicates.resideInAPackage("io.millrace.message.proto..");

    @Test
    void modulesPointOnlyAsTheArchitectureSays() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("message")
                .definedBy("io.millrace.message..")
                .layer("actors")
                .definedBy("io.millrace.actor..")
                .layer("msg-queue")
                .definedBy("io.millrace.queue..")
                .layer("rule-engine")
                .definedBy("io.millrace.rule..")
                .layer("node-test-kit")
                .definedBy("io.millrace.testkit..")
                .layer("transport-mqtt")
                .definedBy("io.millrace.transport..")
                .layer("application")
                .definedBy("io.millrace.server..")
                .whereLayer("message")
                .mayNotAccessAnyLayer()
                .whereLayer("actors")
                .mayNotAccessAnyLayer()
                .whereLayer("msg-queue")
                .mayOnlyAccessLayers("message")
                .whereLayer("rule-engine")
                .mayOnlyAccessLayers("message", "actors")
                .whereLayer("node-test-kit")
                .mayOnlyAccessLayers("message", "rule-engine")
                .whereLayer("node-test-kit")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("transport-mqtt")
                .mayOnlyAccessLayers("message", "msg-queue")
                .whereLayer("application")
                .mayNotBeAccessedByAnyLayer()
                .because(
                        "the queue and the engine must be usable and testable one without the other")
                .check(CLASSES);
    }

    @Test
    void aWingOfTheApplicationUsesOnlyTheWingsBelowIt() {
        List<String> wings =
                List.of("ops", "runtime", "chains", "registry", "store", "web", "platform");
        Architectures.LayeredArchitecture architecture =
                layeredArchitecture()
                        .consideringOnlyDependenciesInLayers()
                        .layer("main")
                        .definedBy("io.millrace.server");
        for (String wing : wings) {
            architecture =
                    architecture.layer(wing).definedBy("io.millrace.server.%s..".formatted(wing));
        }
        for (int i = 0; i < wings.size(); i++) {
            List<String> below = wings.subList(i + 1, wings.size());
            architecture =
                    below.isEmpty()
                            ? architecture.whereLayer(wings.get(i)).mayNotAccessAnyLayer()
                            : architecture
                                    .whereLayer(wings.get(i))
                                    .mayOnlyAccessLayers(below.toArray(String[]::new));
        }
        architecture
                .because("the application is read from the bottom up, one wing after the other")
                .check(CLASSES);
    }

    @Test
    void everyPackageOfTheApplicationBelongsToAWing() {
        classes()
                .that()
                .resideInAPackage("io.millrace.server..")
                .should()
                .resideInAnyPackage(
                        "io.millrace.server",
                        "io.millrace.server.ops..",
                        "io.millrace.server.runtime..",
                        "io.millrace.server.chains..",
                        "io.millrace.server.registry..",
                        "io.millrace.server.store..",
                        "io.millrace.server.web..",
                        "io.millrace.server.platform..")
                .because("a package outside the wings has no place in their order")
                .check(CLASSES);
    }

    @Test
    void noPackageIsPartOfACycle() {
        slices().matching("io.millrace.(**)")
                .should()
                .beFreeOfCycles()
                .ignoreDependency(GENERATED, DescribedPredicate.alwaysTrue())
                .because("a reader must be able to begin somewhere")
                .check(CLASSES);
    }

    @Test
    void onlyTheApplicationKnowsSpringAndJdbc() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.millrace.server..", KAFKA_QUEUE)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.springframework..", "java.sql..", "javax.sql..")
                .because("the other modules are plain Java that a test starts with new")
                .check(CLASSES);
    }

    @Test
    void theQueueOverKafkaKnowsOfSpringOnlySpringKafka() {
        noClasses()
                .that()
                .resideInAPackage(KAFKA_QUEUE)
                .should()
                .dependOnClassesThat(
                        JavaClass.Predicates.resideInAPackage("org.springframework..")
                                .and(
                                        JavaClass.Predicates.resideOutsideOfPackage(
                                                "org.springframework.kafka..")))
                .orShould()
                .dependOnClassesThat()
                .resideInAnyPackage("java.sql..", "javax.sql..")
                .because("it takes its clients from factories and is otherwise plain Java")
                .check(CLASSES);
    }

    @Test
    void onlyTheTransportKnowsNetty() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.millrace.transport.mqtt..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.netty..")
                .because("another transport must not need it")
                .check(CLASSES);
    }

    @Test
    void onlyTheActorLibraryUsesItsInternalPackages() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.millrace.actor..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.millrace.actor.internal..")
                .because("these types are public only for the other packages of the library")
                .check(CLASSES);
    }

    @Test
    void onlyTheJavaScriptWorkerLoadsGraalJs() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.millrace.rule.script.javascript..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.graalvm..")
                .because("its classes are loaded in a process that can be killed")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.millrace.rule.script.javascript..", "io.millrace.rule.script.worker..")
                .should()
                .dependOnClassesThat(
                        JavaClass.Predicates.resideInAPackage(
                                        "io.millrace.rule.script.javascript..")
                                .and(
                                        HasName.Predicates.nameMatching(
                                                ".*\\.JavaScript(Language|Instance).*")))
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("io.millrace.rule.script.worker")
                .because("a service without JavaScript does not pay for it")
                .check(CLASSES);
    }

    @Test
    void nodesKnowNeitherActorsNorTheEngine() {
        noClasses()
                .that()
                .resideInAPackage("io.millrace.rule.node..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.millrace.actor..", "io.millrace.rule.engine..")
                .because("a node is plain Java: a message in, an answer out")
                .check(CLASSES);
    }

    @Test
    void aPackageOfScriptsUsesOnlyThoseBelowIt() {
        String top = "io.millrace.rule.script";
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("engine")
                .definedBy(top + ".engine")
                .layer("remote")
                .definedBy(top + ".remote")
                .layer("worker")
                .definedBy(top + ".worker")
                .layer("frames")
                .definedBy(top + ".worker.frame")
                .layer("pool")
                .definedBy(top + ".pool")
                .layer("javascript")
                .definedBy(top + ".javascript")
                .layer("tbel")
                .definedBy(top + ".tbel")
                .layer("functions of tbel")
                .definedBy(top + ".tbel.function")
                .layer("values of tbel")
                .definedBy(top + ".tbel.value")
                .layer("language")
                .definedBy(top + ".language")
                .layer("script")
                .definedBy(top)
                .whereLayer("engine")
                .mayOnlyAccessLayers("remote", "pool", "tbel", "script")
                .whereLayer("remote")
                .mayOnlyAccessLayers("frames", "pool", "javascript", "script")
                .whereLayer("worker")
                .mayOnlyAccessLayers("frames", "pool", "javascript", "language", "script")
                .whereLayer("worker")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("frames")
                .mayOnlyAccessLayers("javascript", "script")
                .whereLayer("pool")
                .mayOnlyAccessLayers("language", "script")
                .whereLayer("javascript")
                .mayOnlyAccessLayers("language", "script")
                .whereLayer("tbel")
                .mayOnlyAccessLayers("functions of tbel", "values of tbel", "language", "script")
                .whereLayer("functions of tbel")
                .mayOnlyAccessLayers("values of tbel")
                .whereLayer("values of tbel")
                .mayNotAccessAnyLayer()
                .whereLayer("language")
                .mayOnlyAccessLayers("script")
                .whereLayer("script")
                .mayNotAccessAnyLayer()
                .because("a language can be moved or added without the pool, and the reverse")
                .check(CLASSES);
    }

    @Test
    void everyPackageOfScriptsHasAPlaceInTheirOrder() {
        classes()
                .that()
                .resideInAPackage("io.millrace.rule.script..")
                .should()
                .resideInAnyPackage(
                        "io.millrace.rule.script",
                        "io.millrace.rule.script.engine",
                        "io.millrace.rule.script.remote",
                        "io.millrace.rule.script.worker",
                        "io.millrace.rule.script.worker.frame",
                        "io.millrace.rule.script.pool",
                        "io.millrace.rule.script.javascript",
                        "io.millrace.rule.script.tbel",
                        "io.millrace.rule.script.tbel.function",
                        "io.millrace.rule.script.tbel.value",
                        "io.millrace.rule.script.language")
                .because("a package outside these layers would not be checked")
                .check(CLASSES);
    }

    @Test
    void nodesAndTheEngineKnowNothingOfPlugins() {
        noClasses()
                .that()
                .resideInAPackage("io.millrace.rule..")
                .and()
                .resideOutsideOfPackage("io.millrace.rule.plugin..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.millrace.rule.plugin..")
                .because("a plugin's node is a node like any other once it is in the catalogue")
                .check(CLASSES);
    }

    @Test
    void theTestKitNeedsNoTestFramework() {
        noClasses()
                .that()
                .resideInAPackage("io.millrace.testkit..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..", "org.assertj..", "org.awaitility..")
                .because("the author of a node chooses these")
                .check(CLASSES);
    }

    @Test
    void nothingIsInjectedIntoFieldsOrReadBySpringExpressions() {
        fields().that()
                .areDeclaredInClassesThat()
                .resideInAPackage("io.millrace..")
                .should()
                .notBeAnnotatedWith("org.springframework.beans.factory.annotation.Autowired")
                .andShould()
                .notBeAnnotatedWith("org.springframework.beans.factory.annotation.Value")
                .because("a constructor tells what a class needs")
                .check(CLASSES);
    }

    @Test
    void annotationsThatNoCodeReadsAreNotWritten() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveNameMatching(
                        "org\\.springframework\\.(transaction\\.annotation|scheduling\\.annotation|validation\\.annotation)\\..*")
                .because(
                        "what makes them work is left out of the start; transactions are written out with TransactionTemplate")
                .check(CLASSES);
    }

    @Test
    void onlyConfigurationsOfNodesAreValidatedByAnnotations() {
        noClasses()
                .that()
                .resideInAPackage("io.millrace.server..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jakarta.validation..")
                .because("Spring has no validator that would read them")
                .check(CLASSES);
    }

    @Test
    void namesSayWhatAThingIs() {
        noClasses()
                .that()
                .resideInAPackage("io.millrace..")
                .should()
                .haveNameMatching(".*(Util|Utils|Helper|Manager|Impl)")
                .because("these words hide the noun")
                .check(CLASSES);
    }

    @Test
    void everyPackageSaysWhatItHoldsAndThatItIsNullMarked() {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            JavaPackage home = type.getPackage();
            if (!GENERATED.test(type) && !home.isAnnotatedWith(NullMarked.class)) {
                unmarked.add(home.getName());
            }
        }
        assertThat(unmarked).isEmpty();
    }

    @Test
    void everyMethodOfTheApiNamesTheRolesThatMayCallIt() {
        Set<String> open =
                Set.of(
                        "HttpDeviceController.attributes",
                        "HttpDeviceController.call",
                        "HttpDeviceController.claim",
                        "HttpDeviceController.packages",
                        "HttpDeviceController.provision",
                        "HttpDeviceController.readAttributes",
                        "HttpDeviceController.reply",
                        "HttpDeviceController.rpc",
                        "HttpDeviceController.telemetry",
                        "HttpDeviceController.updates",
                        "PeerInboxController.receive",
                        "FallbackErrorController.error",
                        "ActivationController.activate",
                        "ActivationController.open",
                        "AuthController.login",
                        "AuthController.token",
                        "PasswordController.policy");
        Set<String> without = new TreeSet<>();
        for (JavaClass type :
                CLASSES.that(CanBeAnnotated.Predicates.metaAnnotatedWith(RestController.class))) {
            type.getMethods().stream()
                    .filter(method -> method.isMetaAnnotatedWith(RequestMapping.class))
                    .filter(method -> !method.isMetaAnnotatedWith(Roles.Allowed.class))
                    .forEach(method -> without.add(type.getSimpleName() + "." + method.getName()));
        }
        assertThat(without).containsExactlyInAnyOrderElementsOf(open);
    }
}
