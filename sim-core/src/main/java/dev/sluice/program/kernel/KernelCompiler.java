// SPDX-License-Identifier: Apache-2.0
package dev.sluice.program.kernel;

import java.util.List;

/** Compiles kernel text into a register program. */
public final class KernelCompiler {
    private KernelCompiler() {}

    /**
     * Parses, checks and compiles a kernel.
     *
     * @throws KernelSyntaxException if the text is wrong; with line and column within the code
     */
    public static KernelProgram compile(KernelSource source) {
        KernelParser parser = new KernelParser(source);
        List<Statement> statements = parser.parse();
        Names names = parser.names();
        DataflowAnalysis analysis =
                new DataflowAnalysis(source, names.registers().size(), parser.loops());
        analysis.run(statements);
        SlotMap slots = new SlotMap(names.registers().size(), names.parameters().size());
        Instructions code = new CodeGenerator(slots, analysis.uniformLoops()).generate(statements);
        return new KernelProgram(source, names, parser.traits(), slots, code, analysis.dependence());
    }
}
