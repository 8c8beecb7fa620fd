package dev.sluice.core;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.sluice.core.barrier.CacheRole;

/** Holds the lines between the packages of the simulator, as docs/architecture.md draws them. */
@AnalyzeClasses(packages = "dev.sluice.core", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

    /** What hardware must not know. The role of a cache is a word that devices and profiles share, and its only exception. */
    private static final DescribedPredicate<JavaClass> VULKAN = resideInAnyPackage(
                    "dev.sluice.core.command..",
                    "dev.sluice.core.barrier..",
                    "dev.sluice.core.host..",
                    "dev.sluice.core.gpu..")
            .and(not(type(CacheRole.class)));

    @ArchTest
    static final ArchRule coreKnowsNoFileFormatAndNoConsole = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.config..",
                    "dev.sluice.cli..",
                    "tools.jackson..",
                    "com.fasterxml.jackson..",
                    "picocli..",
                    "ch.qos.logback..",
                    "org.jline..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule engineKnowsNoModel = noClasses()
            .that()
            .resideInAPackage("dev.sluice.core.engine..")
            .should()
            .dependOnClassesThat(resideInAPackage("dev.sluice.core..")
                    .and(not(resideInAnyPackage(
                            "dev.sluice.core.engine..", "dev.sluice.core.observe..", "dev.sluice.core.stats.."))))
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule cacheKnowsNoVulkan = noClasses()
            .that()
            .resideInAPackage("dev.sluice.core.cache..")
            .should()
            .dependOnClassesThat(VULKAN)
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule barrierKnowsNoJson = noClasses()
            .that()
            .resideInAPackage("dev.sluice.core.barrier..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "tools.jackson..", "com.fasterxml.jackson..", "com.networknt..", "com.github.victools..")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule engineKnowsNoOtherPackageOfTheCore = onlyKnows("dev.sluice.core.engine..");

    @ArchTest
    static final ArchRule memoryKnowsOnlyTheEngine = onlyKnows("dev.sluice.core.memory..", "dev.sluice.core.engine..");

    @ArchTest
    static final ArchRule barrierKnowsOnlyTheNamesOfKinds =
            onlyKnows("dev.sluice.core.barrier..", "dev.sluice.core.kind..");

    @ArchTest
    static final ArchRule kindKnowsNoOtherPackageOfTheCore = onlyKnows("dev.sluice.core.kind..");

    @ArchTest
    static final ArchRule imageKnowsNoOtherPackageOfTheCore = onlyKnows("dev.sluice.core.image..");

    @ArchTest
    static final ArchRule pagesKnowOnlyMemoryAndTheEngine =
            onlyKnows("dev.sluice.core.memory.page..", "dev.sluice.core.memory", "dev.sluice.core.engine..");

    @ArchTest
    static final ArchRule hardwareKnowsNoVulkan = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.sluice.core.cache..",
                    "dev.sluice.core.dram..",
                    "dev.sluice.core.network..",
                    "dev.sluice.core.compute..",
                    "dev.sluice.core.raster..",
                    "dev.sluice.core.rop..",
                    "dev.sluice.core.transfer..",
                    "dev.sluice.core.display..")
            .should()
            .dependOnClassesThat(VULKAN);

    @ArchTest
    static final ArchRule renderOutputKnowsNothingOfRasterisation = noClasses()
            .that()
            .resideInAPackage("dev.sluice.core.rop..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.sluice.core.raster..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            // a finding names what would have mended the program; commands in turn name coverage and draw state
            slices().matching("dev.sluice.core.(**)")
                    .should()
                    .beFreeOfCycles()
                    .ignoreDependency(
                            resideInAPackage("dev.sluice.core.stats"), resideInAPackage("dev.sluice.core.command.edit"))
                    .ignoreDependency(
                            resideInAPackage("dev.sluice.core.truth"), resideInAPackage("dev.sluice.core.command.."));

    /** The first package may depend on itself and the others named, and on no other package of the core. */
    private static ArchRule onlyKnows(String... packages) {
        return noClasses()
                .that()
                .resideInAPackage(packages[0])
                .should()
                .dependOnClassesThat(resideInAPackage("dev.sluice.core..").and(not(resideInAnyPackage(packages))));
    }
}
