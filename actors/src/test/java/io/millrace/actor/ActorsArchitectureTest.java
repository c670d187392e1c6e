// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.millrace.actor.internal.delivery.Ref;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

/** The order of the packages, and what users of the library may see of them. */
class ActorsArchitectureTest {

    private static final String CORE = "io.millrace.actor";
    private static final String INTERNAL = CORE + ".internal..";

    /** All packages, from the top to the bottom; the core is the empty name. */
    private static final List<String> TOP_TO_BOTTOM =
            List.of(
                    "system",
                    "routing",
                    "internal.cell",
                    "internal.ask",
                    "internal.supervision",
                    "internal.mailbox",
                    "internal.delivery",
                    "",
                    "supervision",
                    "mailbox",
                    "dispatcher",
                    "time",
                    "internal.thread");

    private static final JavaClasses CLASSES =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages(CORE);

    /** Public and protected methods and fields: the ones that other modules can use. */
    private static final DescribedPredicate<JavaMember> VISIBLE =
            DescribedPredicate.describe(
                    "visible to other modules",
                    member ->
                            (member.getModifiers().contains(JavaModifier.PUBLIC)
                                            || member.getModifiers()
                                                    .contains(JavaModifier.PROTECTED))
                                    && isVisible(member.getOwner()));

    private static boolean isVisible(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && !type.getPackageName().startsWith(CORE + ".internal")
                && type.getEnclosingClass().map(ActorsArchitectureTest::isVisible).orElse(true);
    }

    @Test
    void eachPackageUsesOnlyPackagesBelowIt() {
        LayeredArchitecture order =
                layeredArchitecture()
                        .consideringOnlyDependenciesInAnyPackage(CORE + "..")
                        .ensureAllClassesAreContainedInArchitecture();
        for (String name : TOP_TO_BOTTOM) {
            order = order.layer(layer(name)).definedBy(packageOf(name));
        }
        for (int i = 0; i < TOP_TO_BOTTOM.size(); i++) {
            String[] below =
                    TOP_TO_BOTTOM.subList(i + 1, TOP_TO_BOTTOM.size()).stream()
                            .map(ActorsArchitectureTest::layer)
                            .toArray(String[]::new);
            order =
                    below.length == 0
                            ? order.whereLayer(layer(TOP_TO_BOTTOM.get(i))).mayNotAccessAnyLayer()
                            : order.whereLayer(layer(TOP_TO_BOTTOM.get(i)))
                                    .mayOnlyAccessLayers(below);
        }
        order.because("a reader can begin with any package and need not read those above it")
                .check(CLASSES);
    }

    private static String layer(String name) {
        return name.isEmpty() ? "core" : name;
    }

    private static String packageOf(String name) {
        return name.isEmpty() ? CORE : CORE + "." + name;
    }

    @Test
    void noVisibleMethodShowsAnInternalType() {
        methods()
                .that(are(VISIBLE))
                .should()
                .notHaveRawReturnType(resideInAPackage(INTERNAL))
                .andShould()
                .notHaveRawParameterTypes(
                        DescribedPredicate.describe(
                                "with an internal type",
                                types -> types.stream().anyMatch(resideInAPackage(INTERNAL))))
                .because("internal packages may change without notice to users of the library")
                .check(CLASSES);
    }

    @Test
    void noVisibleFieldShowsAnInternalType() {
        fields().that(are(VISIBLE))
                .should()
                .notHaveRawType(resideInAPackage(INTERNAL))
                .because("internal packages may change without notice to users of the library")
                .check(CLASSES);
    }

    @Test
    void everyReferenceIsALibraryReference() {
        classes()
                .that()
                .areAssignableTo(ActorRef.class)
                .and()
                .areNotInterfaces()
                .should()
                .beAssignableTo(Ref.class)
                .because("the library sends envelopes by Ref, not by ActorRef")
                .check(CLASSES);
    }

    @Test
    void everyPackageIsNullMarked() {
        Set<String> unmarked = new TreeSet<>();
        for (JavaClass type : CLASSES) {
            JavaPackage home = type.getPackage();
            if (!home.isAnnotatedWith(NullMarked.class)) {
                unmarked.add(home.getName());
            }
        }
        assertThat(unmarked).isEmpty();
    }
}
