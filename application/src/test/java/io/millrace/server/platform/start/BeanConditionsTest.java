// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAnnotation;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasAnnotations;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;

/**
 * Bean definitions are made at build time, for the settings of the jar. {@link PreparedContext} knows the queue; a bean
 * that any other setting chooses would exist, or not, whatever a start sets.
 */
final class BeanConditionsTest {

    @Test
    void whetherABeanExistsDependsOnTheQueueOnly() {
        JavaClasses application =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("io.millrace.server");

        assertThat(application).isNotEmpty();
        assertThat(chosenOtherwise(application)).isEmpty();
    }

    @Test
    void findsClassesAndMethodsThatAnotherSettingChooses() {
        JavaClasses examples =
                new ClassFileImporter().importClasses(ByQueue.class, ByUrl.class, ByItself.class);

        assertThat(chosenOtherwise(examples))
                .containsExactly(ByItself.class.getName() + ".chosen()", ByUrl.class.getName());
    }

    @ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
    private static final class ByQueue {}

    @ConditionalOnProperty(name = "spring.datasource.url")
    private static final class ByUrl {}

    private static final class ByItself {

        @Bean
        @Conditional({})
        Object chosen() {
            return new Object();
        }
    }

    private static TreeSet<String> chosenOtherwise(JavaClasses classes) {
        TreeSet<String> found = new TreeSet<>();
        for (JavaClass type : classes) {
            if (isChosenOtherwise(type)) {
                found.add(type.getName());
            }
            type.getMethods().stream()
                    .filter(BeanConditionsTest::isChosenOtherwise)
                    .forEach(method -> found.add(method.getFullName()));
        }
        return found;
    }

    private static boolean isChosenOtherwise(HasAnnotations<?> element) {
        return element.getAnnotations().stream()
                .anyMatch(each -> isCondition(each.getRawType()) && !isOfTheQueue(each));
    }

    private static boolean isCondition(JavaClass annotation) {
        return (annotation.isEquivalentTo(Conditional.class)
                        || annotation.isMetaAnnotatedWith(Conditional.class))
                && !annotation.isEquivalentTo(ConditionalOnMissingBean.class);
    }

    private static boolean isOfTheQueue(JavaAnnotation<?> condition) {
        return condition.getRawType().isEquivalentTo(ConditionalOnProperty.class)
                && Arrays.equals(
                        condition.as(ConditionalOnProperty.class).name(),
                        new String[] {"millrace.queue"});
    }
}
