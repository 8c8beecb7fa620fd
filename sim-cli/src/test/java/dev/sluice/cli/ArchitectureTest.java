package dev.sluice.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the direction between the modules: cli, then config, then core, and never back. */
@AnalyzeClasses(packages = "dev.sluice", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    @ArchTest
    static final ArchRule configDoesNotKnowTheCommandLine = noClasses()
            .that()
            .resideInAPackage("dev.sluice.config..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.sluice.cli..", "picocli..", "ch.qos.logback..", "org.jline..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule coreKnowsNeitherConfigNorCommandLine = noClasses()
            .that()
            .resideInAPackage("dev.sluice.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.sluice.config..", "dev.sluice.cli..")
            .allowEmptyShould(true);
}
