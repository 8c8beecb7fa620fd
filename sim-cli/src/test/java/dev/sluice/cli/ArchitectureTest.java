// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the direction between the modules, and what of the machine outsiders may use (docs/embedding.md). */
@AnalyzeClasses(packages = "dev.sluice", importOptions = ArchitectureTest.MainClasses.class)
final class ArchitectureTest {

    /** Leaves test classes out, also those of a quick build, which lie elsewhere than usual. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/") && !location.contains("-tests.jar");
        }
    }

    @ArchTest
    static final ArchRule configDoesNotKnowTheCommandLine = noClasses()
            .that()
            .resideInAPackage("dev.sluice.config..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.sluice.cli..", "picocli..", "ch.qos.logback..", "org.jline..");

    @ArchTest
    static final ArchRule coreKnowsNeitherConfigNorCommandLine = noClasses()
            .that()
            .resideOutsideOfPackages("dev.sluice.config..", "dev.sluice.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.sluice.config..", "dev.sluice.cli..");

    @ArchTest
    static final ArchRule outsidersUseOnlyTheNamedRoomsOfTheMachine = noClasses()
            .that()
            .resideInAnyPackage("dev.sluice.config..", "dev.sluice.cli..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.sluice.machine..")
                    .and(not(resideInAnyPackage(
                            "dev.sluice.machine",
                            "dev.sluice.machine.standalone",
                            "dev.sluice.machine.trace",
                            "dev.sluice.machine.observe",
                            "dev.sluice.machine.view",
                            "dev.sluice.machine.cache.policy",
                            "dev.sluice.machine.cache.prefetch",
                            "dev.sluice.machine.fault"))));
}
