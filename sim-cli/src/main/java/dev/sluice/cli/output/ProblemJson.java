// SPDX-License-Identifier: Apache-2.0
package dev.sluice.cli.output;

import dev.sluice.check.problem.HazardSite;
import dev.sluice.check.problem.IdentifiedHazard;
import dev.sluice.check.problem.Problem;
import dev.sluice.config.capture.DescriptorName;
import dev.sluice.config.rewrite.CureText;
import dev.sluice.program.CodeSite;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Problems as JSON: {@code problems[]} of {@code check --json}, and the sites of hazards. */
final class ProblemJson {
    private ProblemJson() {}

    static ArrayNode of(List<Problem> problems) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        problems.forEach(problem -> put(array.addObject(), problem));
        return array;
    }

    /** Puts the keys of a problem into an object. */
    static void put(ObjectNode to, Problem problem) {
        IdentifiedHazard example = problem.example();
        to.put("id", problem.id());
        ArrayNode kinds = to.putArray("kinds");
        problem.kinds().forEach(kind -> kinds.add(kind.name()));
        to.put("exact", problem.exact());
        to.put("half", problem.missing().name());
        to.put("missing", problem.missing().words());
        to.put("family", problem.family());
        ArrayNode resources = to.putArray("resources");
        problem.resources().forEach(resources::add);
        ArrayNode frames = to.putArray("frames");
        problem.frames().forEach(frames::add);
        to.put("count", problem.hazards().size());
        ArrayNode hazards = to.putArray("hazards");
        problem.hazards().forEach(one -> hazards.add(one.id()));
        to.put("example", example.id());
        to.put("suggestion", CureText.line(example.hazard().cure()));
        party(to.putObject("prior"), example.prior());
        party(to.putObject("current"), example.current());
    }

    private static void party(ObjectNode to, HazardSite site) {
        to.put("command", site.party().command());
        to.put("id", site.party().id());
        to.put("where", site.party().origin().where());
        site(to, site);
    }

    /** Puts what a person looks for a site by into an object. */
    static void site(ObjectNode to, HazardSite site) {
        CodeSite code = site.code();
        to.put("captureIndex", code.captureIndex());
        to.put("frame", site.frame());
        ArrayNode labels = to.putArray("labelPath");
        site.labels().forEach(labels::add);
        to.put("pipeline", code.pipeline());
        to.put("shader", site.shader());
        ArrayNode bindings = to.putArray("bindings");
        for (String name : site.bindings()) {
            ObjectNode binding = bindings.addObject();
            binding.put("name", name);
            DescriptorName descriptor = DescriptorName.parse(name);
            if (descriptor != null) {
                binding.put("set", descriptor.set());
                binding.put("binding", descriptor.binding());
                binding.put("element", descriptor.element());
            }
        }
    }
}
