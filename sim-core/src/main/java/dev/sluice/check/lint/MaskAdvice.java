// SPDX-License-Identifier: Apache-2.0
package dev.sluice.check.lint;

import dev.sluice.program.Barrier;
import dev.sluice.program.edit.Cure;
import dev.sluice.program.sync.Access;
import dev.sluice.program.sync.Accesses;
import dev.sluice.program.sync.DepthTests;
import dev.sluice.program.sync.Stage;
import dev.sluice.program.sync.Stages;

/** Rules about masks that are valid and yet hardly meant: half of the tests, reads to make available, everything to everything. */
final class MaskAdvice implements LintCheck {
    private final Findings findings;

    MaskAdvice(Findings findings) {
        this.findings = findings;
    }

    @Override
    public void dependency(DependencySite site) {
        Barrier barrier = site.barrier();
        if (site.hasSource()) {
            oneTestStage(site, "src", barrier.srcStages(), barrier.srcAccess());
            onlyReads(site);
        }
        if (site.hasDestination()) {
            oneTestStage(site, "dst", barrier.dstStages(), barrier.dstAccess());
        }
        allToAll(site);
    }

    private void oneTestStage(DependencySite site, String side, long stages, long accesses) {
        long tests = Stages.expand(stages, site.queue()) & DepthTests.STAGES;
        long made = DepthTests.accesses(accesses);
        if (made != 0 && tests != 0 && tests != DepthTests.STAGES) {
            findings.add(
                    LintRule.DEPTH_ONE_TEST_STAGE,
                    site,
                    side + "Access " + Accesses.text(made) + " at " + Stages.text(tests) + " only: "
                            + (tests == Stage.LATE_FRAGMENT_TESTS.mask()
                                    ? "load operations and early tests are at EARLY_FRAGMENT_TESTS"
                                    : "store operations and late tests are at LATE_FRAGMENT_TESTS"),
                    Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.stage(side), stages | DepthTests.STAGES)));
        }
    }

    private void onlyReads(DependencySite site) {
        long access = site.barrier().srcAccess();
        if (access != 0 && !Accesses.hasWrite(access)) {
            findings.add(
                    LintRule.SRC_READ_ONLY,
                    site,
                    "srcAccess " + Accesses.text(access) + " has only reads: there is nothing to make available",
                    Cure.Masks.of(new Cure.Mask(Cure.Mask.Part.SRC_ACCESS, 0)));
        }
    }

    private void allToAll(DependencySite site) {
        Barrier barrier = site.barrier();
        long memory = Accesses.of(Access.MEMORY_READ, Access.MEMORY_WRITE);
        if (site.form() != DependencySite.Form.WAIT
                && barrier.srcStages() == Stage.ALL_COMMANDS.mask()
                && barrier.dstStages() == Stage.ALL_COMMANDS.mask()
                && (barrier.srcAccess() & Access.MEMORY_WRITE.mask()) != 0
                && (barrier.dstAccess() & memory) == memory) {
            findings.add(
                    LintRule.ALL_TO_ALL,
                    site,
                    "ALL_COMMANDS to ALL_COMMANDS with MEMORY_WRITE to MEMORY_READ|MEMORY_WRITE on " + site.subject()
                            + ": the queue drains, and every cache is written back and emptied",
                    Cure.NONE);
        }
    }
}
