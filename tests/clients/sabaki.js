// Drives onepure with the GTP client of Sabaki, as Sabaki does: `node sabaki.js PROGRAM`. It needs @sabaki/gtp, and ends
// with code 1 and a line on stderr at the first thing that is wrong.

const assert = require('assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const [program] = process.argv.slice(2)
const visits = '60'

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

async function main() {
  const controller = new Controller(program, ['gtp', '--threads', '1', '--visits', visits])
  const tracker = new ControllerStateTracker(controller)
  const notices = []
  controller.on('stderr', ({content}) => notices.push(content))

  const ask = async (name, ...args) => {
    const response = await controller.sendCommand({name, args})
    assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
    return response.content
  }
  const state = async () => JSON.parse(await ask('opr-state'))
  const stones = async color => (await ask('list_stones', color)).split(' ').filter(vertex => vertex !== '')

  controller.start()
  for (const name of ['name', 'version', 'protocol_version']) assert((await ask(name)).length > 0)
  const commands = (await ask('list_commands')).split('\n').map(name => name.trim())

  // A whole game: the engine plays both sides, and Sabaki keeps count.
  const history = [play('B', 'E5'), play('W', 'C3')]
  const sync = (more = {}) => tracker.sync({komi: 0, boardsize: [9, 9], history, ...more})
  await sync()
  assert.deepStrictEqual([await stones('black'), await stones('white')], [['E5'], ['C3']])
  while (!(await state()).over) {
    const color = history.length % 2 === 0 ? 'B' : 'W'
    const vertex = await ask('genmove', color)
    assert(vertex === 'pass' || /^[A-HJ][1-9]$/.test(vertex), vertex)
    history.push(play(color, vertex.toUpperCase()))
    if (history.length % 10 === 0) await sync()
    assert(history.length < 1000, 'the game comes to an end')
  }
  assert.strictEqual((await state()).moves, history.length)
  assert.deepStrictEqual(tracker.state.history, history, 'the client has counted as we have')
  const atTheEnd = notices.splice(0)
  assert(atTheEnd.every(line => line.includes('Play ends')), `more was said than how play ended: ${atTheEnd.join('; ')}`)

  // Passes after the end: Sabaki counts them, and takes them back.
  const ended = await state()
  history.push(play('B', 'PASS'), play('W', 'PASS'))
  await sync()
  assert.deepStrictEqual(await state(), ended)
  history.splice(-2)
  await sync()
  assert.deepStrictEqual(await state(), ended, 'two undos are two passes')

  // Back a few moves by undo, then elsewhere by a full replay with another komi.
  history.splice(-3)
  await sync()
  assert.strictEqual((await state()).moves, history.length)
  history.splice(3)
  history[2] = play('B', 'G7')
  await sync({komi: 6.5})
  assert.strictEqual(await ask('move_history'), 'black G7\nwhite C3\nblack E5')
  assert.strictEqual(await ask('get_komi'), '6.5')

  // Handicap, on another board.
  const handicap = [{name: 'set_free_handicap', args: ['D4', 'K10']}, play('W', 'C3')]
  await tracker.sync({komi: 0, boardsize: [13, 13], history: handicap})
  assert.deepStrictEqual([await stones('black'), await stones('white')], [['D4', 'K10'], ['C3']])

  // A position that Sabaki rebuilds stone by stone: column by column from the left, each from the top.
  const rebuilt = [play('W', 'A8'), play('B', 'B9'), play('B', 'B8'), play('W', 'B7'), play('B', 'C8'), play('W', 'J1')]
  await tracker.sync({komi: 0, boardsize: [9, 9], history: rebuilt})
  assert.deepStrictEqual([await stones('black'), await stones('white')], [['B8', 'C8', 'B9'], ['J1', 'B7', 'A8']])
  assert.deepStrictEqual(notices, [], 'nothing was to be said so far')

  // A ko that is taken back at once ends play here, while Sabaki's board goes on. What follows is refused in every replay,
  // and said once.
  const ko = ['D5', 'E5', 'C4', 'F4', 'D3', 'E3', 'J9', 'D4', 'E4', 'D4'].map((vertex, i) => play('BW'[i % 2], vertex))
  await tracker.sync({komi: 0, boardsize: [9, 9], history: ko})
  assert.strictEqual((await state()).reason, 'dead-end')
  for (let i = 0; i < 3; i++) {
    const further = [...ko, play('B', 'G7')]
    await assert.rejects(tracker.sync({komi: 0, boardsize: [9, 9], history: further}), /cannot be replayed/)
  }
  assert.strictEqual(await ask('genmove', 'B'), 'pass')
  assert.strictEqual(notices.filter(line => line.includes('move 10: White D4')).length, 1)
  assert.strictEqual(notices.filter(line => line.includes('no placement is taken')).length, 1)
  assert.strictEqual(notices.length, 2, notices.join('\n'))

  // Errors, numbers, and many commands at once.
  const unknown = await controller.sendCommand({id: 7, name: 'no-such-command'})
  assert.deepStrictEqual([unknown.id, unknown.error, unknown.content], [7, true, 'unknown command'])
  const answers = await Promise.all(
    Array.from({length: 100}, (_, id) => controller.sendCommand({id, name: 'known_command', args: ['play']}))
  )
  assert(answers.every(({id, content}, i) => id === i && content === 'true'))

  // Analysis: lines come until the next command is sent, and every move has what Sabaki draws.
  for (const name of ['lz-analyze', 'kata-analyze'].filter(name => commands.includes(name))) {
    await ask('clear_board')
    await analyse(controller, name, name.startsWith('kata') ? /^[01]\.\d+$/ : /^\d{1,5}$/)
  }
  for (const name of ['lz-genmove_analyze', 'kata-genmove_analyze'].filter(name => commands.includes(name))) {
    await tracker.sync({komi: 0, boardsize: [9, 9], history: [play('B', 'E5')]})
    const response = await controller.sendCommand({name, args: ['W', '10']})
    assert.match(response.content.split('\n').pop(), /^play ([A-HJ][1-9]|pass)$/)
    assert.strictEqual((await state()).moves, 2)
    assert.strictEqual(tracker.state.history.length, 2, 'the client has counted the move')
  }

  await controller.stop()
}

/** Lets an analysis go on until five lines have come, and then stops it as Sabaki does: by sending another command. */
async function analyse(controller, name, share) {
  let lines = 0
  let stopped = null
  const response = await controller.sendCommand({name, args: ['B', '5']}, ({line, end}) => {
    if (end || !line.startsWith('info ')) return
    lines += 1
    for (const info of line.split(/\s*info\s+/).slice(1)) {
      const words = info.split(' ')
      const value = key => words[words.indexOf(key) + 1]
      assert.match(value('move'), /^([A-HJ-T]\d+|pass)$/, line)
      assert.match(value('visits'), /^\d+$/, line)
      assert.match(value('winrate'), share, line)
      assert.match(value('pv'), /^([A-HJ-T]\d+|pass)$/, line)
    }
    if (lines === 5) stopped = controller.sendCommand({name: 'protocol_version'})
  })
  assert(!response.error && lines >= 5)
  assert.strictEqual((await stopped).content, '2')
}

main().then(
  () => process.exit(0),
  error => {
    console.error(error)
    process.exit(1)
  }
)
