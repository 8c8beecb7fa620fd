// SPDX-License-Identifier: Apache-2.0
package dev.sluice;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** Holds the lines between the storeys and rooms of the simulator, as docs/architecture.md draws them. */
@AnalyzeClasses(packages = "dev.sluice", importOptions = ArchitectureTest.MainClasses.class)
final class ArchitectureTest {

    /** Leaves test classes out, also those of a quick build, which lie elsewhere than usual. */
    static final class MainClasses implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("/test-classes/");
        }
    }

    private static final String PROGRAM = "dev.sluice.program..";
    private static final String PLUGIN = "dev.sluice.plugin..";
    private static final String DEVICE = "dev.sluice.device..";
    private static final String RESULT = "dev.sluice.result..";
    private static final String MACHINE = "dev.sluice.machine..";
    private static final String CHECK = "dev.sluice.check..";

    @ArchTest
    static final ArchRule coreKnowsNoFileFormatAndNoConsole = noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.config..",
                    "dev.sluice.cli..",
                    "tools.jackson..",
                    "com.fasterxml.jackson..",
                    "org.snakeyaml..",
                    "com.networknt..",
                    "com.github.victools..",
                    "picocli..",
                    "ch.qos.logback..",
                    "org.jline..");

    @ArchTest
    static final ArchRule programKnowsOnlyItself = onlyKnows(PROGRAM);

    @ArchTest
    static final ArchRule deviceKnowsOnlyPrograms = onlyKnows(DEVICE, PROGRAM, PLUGIN);

    @ArchTest
    static final ArchRule pluginsKnowOnlyThemselves = onlyKnows(PLUGIN);

    @ArchTest
    static final ArchRule resultKnowsOnlyPrograms = onlyKnows(RESULT, PROGRAM);

    @ArchTest
    static final ArchRule machineNeverSeesTheChecker = onlyKnows(MACHINE, PROGRAM, DEVICE, RESULT, PLUGIN);

    @ArchTest
    static final ArchRule estimatesKnowOnlyResults = onlyKnows("dev.sluice.energy..", PROGRAM, DEVICE, RESULT);

    @ArchTest
    static final ArchRule checkerNeverSeesTheMachine = onlyKnows(CHECK, PROGRAM, DEVICE, RESULT);

    @ArchTest
    static final ArchRule engineKnowsNoOtherRoom =
            onlyKnows("dev.sluice.machine.engine..", "dev.sluice.machine.fault..");

    @ArchTest
    static final ArchRule viewsKnowNoOtherRoom = onlyKnows("dev.sluice.machine.view..");

    @ArchTest
    static final ArchRule requestsKnowOnlyTheEngineAndObservers = onlyKnows(
            "dev.sluice.machine.request..",
            "dev.sluice.machine.engine..",
            "dev.sluice.machine.observe..",
            "dev.sluice.machine.view..",
            DEVICE);

    @ArchTest
    static final ArchRule memoryKnowsOnlyRequests = onlyKnows(
            "dev.sluice.machine.memory..",
            "dev.sluice.machine.request..",
            "dev.sluice.machine.engine..",
            "dev.sluice.machine.fault..",
            "dev.sluice.machine.view..",
            DEVICE);

    @ArchTest
    static final ArchRule translationKnowsOnlyRequests = onlyKnows(
            "dev.sluice.machine.tlb..",
            "dev.sluice.machine.request..",
            "dev.sluice.machine.memory..",
            "dev.sluice.machine.engine..",
            DEVICE);

    @ArchTest
    static final ArchRule synchronizationKnowsNoOtherRoom =
            onlyKnows("dev.sluice.program.sync..", "dev.sluice.program.kind..");

    @ArchTest
    static final ArchRule imagesKnowNoOtherRoom = onlyKnows("dev.sluice.program.image..");

    @ArchTest
    static final ArchRule hardwareKnowsNoCommandsAndNoWiring = noClasses()
            .that()
            .resideInAnyPackage(
                    "dev.sluice.machine.cache..",
                    "dev.sluice.machine.dram..",
                    "dev.sluice.machine.network..",
                    "dev.sluice.machine.compute..",
                    "dev.sluice.machine.raster..",
                    "dev.sluice.machine.rop..",
                    "dev.sluice.machine.transfer..",
                    "dev.sluice.machine.display..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "dev.sluice.machine.queue..", "dev.sluice.machine.host..", "dev.sluice.machine.wiring..");

    @ArchTest
    static final ArchRule renderOutputKnowsNothingOfRasterisation = noClasses()
            .that()
            .resideInAPackage("dev.sluice.machine.rop..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.sluice.machine.raster..");

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.sluice.(**)").should().beFreeOfCycles();

    /** The first package may depend on itself and the others named, and on no other package of the core. */
    private static ArchRule onlyKnows(String... packages) {
        return noClasses()
                .that()
                .resideInAPackage(packages[0])
                .should()
                .dependOnClassesThat(resideInAPackage("dev.sluice..").and(not(resideInAnyPackage(packages))));
    }
}
