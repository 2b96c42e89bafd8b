import CommandLineTool

await ckdiagMain()
