// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { Multicall } from "@openzeppelin/contracts/utils/Multicall.sol";

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { Ledger } from "./Ledger.sol";
import { Signer } from "./Signer.sol";

/// @notice One function for each step of a task, the owner, the token or the clock.
/// @dev A step picks a task in a suitable state, or creates one, so that every call has an effect.
contract Handler is Signer {
    bytes32 private constant TEXT = keccak256("text");
    uint256 private lastJudged;

    constructor(ITaskEscrow escrow_, address owner_) Ledger(escrow_, owner_) {}

    /*//////////////////////////////////////////////////////////////
                                 OPEN
    //////////////////////////////////////////////////////////////*/

    function create(uint256 seed) external {
        _create(seed);
    }

    function createWithPermit(uint256 seed) external {
        address poster = _payer(seed);
        ITaskEscrow.Terms memory t = _terms(seed);
        bytes memory call = abi.encodeCall(escrow.createTaskWithPermit, (t, _permit(poster, t.reward)));
        _createBy(poster, t, "createWithPermit", call);
    }

    /// @dev Anyone sends what the poster signed; sending it again must have no effect.
    function createWithAuthorization(uint256 seed) external {
        address poster = _payer(seed);
        ITaskEscrow.Terms memory t = _terms(seed);
        bytes32 salt = keccak256(abi.encode(seed, created));
        bytes memory call = abi.encodeCall(
            escrow.createTaskWithAuthorization,
            (t, salt, _authorization(poster, t.reward, escrow.creationNonce(t, salt)))
        );
        uint256 id = _createBy(_anyone(seed), t, "createWithAuthorization", call);
        if (escrow.getTask(id).poster != poster) ++illegalSteps;
        _replay(id, _anyone(seed / 11), call);
    }

    /// @dev As by an x402 client. At times someone uses the payment first, and it goes back to the poster.
    function createFromDeposit(uint256 seed) external {
        address poster = _payer(seed);
        ITaskEscrow.Terms memory t = _terms(seed);
        bytes32 salt = keccak256(abi.encode(seed, created));
        bytes32 consent = keccak256(abi.encode(t, salt));
        address deposit = escrow.deposits().addressOf(poster, consent);
        bytes32 typehash = usdc.TRANSFER_WITH_AUTHORIZATION_TYPEHASH();
        ITaskEscrow.Authorization memory a = _payment(typehash, poster, deposit, t.reward, salt);
        if (seed % 4 == 0) {
            _count("createFromDeposit");
            uint256 before = usdc.balanceOf(poster);
            usdc.transferWithAuthorization(poster, deposit, t.reward, a.validAfter, a.validBefore, salt, a.signature);
            escrow.deposits().refund(poster, consent);
            if (usdc.balanceOf(poster) != before) ++illegalSteps;
            return;
        }
        bytes memory call = abi.encodeCall(escrow.createTaskFromDeposit, (t, salt, salt, a));
        uint256 id = _createBy(_anyone(seed), t, "createFromDeposit", call);
        if (escrow.getTask(id).poster != poster) ++illegalSteps;
        _replay(id, _anyone(seed / 11), call);
    }

    /// @dev Raises the reward, extends the deadline, or both; replaying the call must not pay again.
    function fundMore(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.Funded, seed);
        ITaskEscrow.Task memory task = escrow.getTask(id);
        _heal(task.poster);
        (, ITaskEscrow.Windows memory most) = escrow.windowBounds();
        uint256 openUntil = seed % 3 == 0
            ? task.deadline
            : bound(seed / 5, task.deadline, block.timestamp + most.open);
        uint256 reward = task.reward + (seed % 3 == 1 ? 0 : (seed / 7) % 1e9);
        if (reward == task.reward && openUntil == task.deadline) ++reward;
        recordOf[id].reward = reward;
        bytes memory call = seed % 2 == 0
            ? abi.encodeCall(escrow.fundMore, (id, reward, openUntil))
            : abi.encodeCall(
                escrow.fundMoreWithPermit,
                (id, reward, openUntil, _permit(task.poster, reward - task.reward))
            );
        _step("fundMore", id, task.poster, call);
        _replay(id, task.poster, call);
    }

    function cancel(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.Funded, seed);
        _step("cancel", id, escrow.getTask(id).poster, abi.encodeCall(escrow.cancelTask, (id)));
    }

    function expireOpen(uint256 seed) external {
        _expire("expireOpen", ITaskEscrow.State.Funded, seed);
    }

    function expireWork(uint256 seed) external {
        _expire("expireWork", ITaskEscrow.State.Started, seed);
    }

    function expireChanges(uint256 seed) external {
        _expire("expireChanges", ITaskEscrow.State.ChangesRequested, seed);
    }

    /*//////////////////////////////////////////////////////////////
                                 WORK
    //////////////////////////////////////////////////////////////*/

    function start(uint256 seed) external {
        _start(_find(ITaskEscrow.State.Funded, seed), seed);
    }

    function submit(uint256 seed) external {
        _submit(_find(ITaskEscrow.State.Started, seed), seed);
    }

    function resubmit(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.ChangesRequested, seed);
        bytes32 work = _work(id, seed);
        _step("resubmit", id, escrow.getTask(id).worker, _resubmitting(id, work, 0, ""));
    }

    function anchorResubmission(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.ChangesRequested, seed);
        bytes memory call = _anchoring(id, _work(id, seed), seed);
        _step("anchorResubmission", id, _anyone(seed), call);
        _replay(id, _anyone(seed), call);
    }

    /// @dev The poster records the resubmission and approves in one transaction; half of the time it was already
    /// recorded.
    function approveSigned(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.ChangesRequested, seed);
        bytes32 work = _work(id, seed);
        bytes[] memory list = new bytes[](2);
        list[0] = _anchoring(id, work, seed);
        list[1] = abi.encodeCall(escrow.approve, (id, work, uint8((seed % 5) + 1), TEXT));
        if (seed % 2 == 0) _step("anchorResubmission", id, _anyone(seed), list[0]);
        ++recordOf[id].posterRatings;
        _step("approveSigned", id, escrow.getTask(id).poster, abi.encodeCall(Multicall.multicall, (list)));
    }

    function _anchoring(uint256 id, bytes32 work, uint256 seed) private view returns (bytes memory) {
        uint256 deadline = block.timestamp + (seed % 1000);
        return _resubmitting(id, work, deadline, _resubmission(id, work, deadline));
    }

    function _resubmitting(
        uint256 id,
        bytes32 work,
        uint256 deadline,
        bytes memory signature
    ) private view returns (bytes memory) {
        uint256 round = escrow.getTask(id).changeRound;
        return abi.encodeCall(escrow.resubmitWork, (id, round, work, deadline, signature));
    }

    /*//////////////////////////////////////////////////////////////
                                REVIEW
    //////////////////////////////////////////////////////////////*/

    function requestChanges(uint256 seed) external {
        _requestChanges(_findWithRound(seed));
    }

    function approve(uint256 seed) external {
        _approve("approve", _find(ITaskEscrow.State.Submitted, seed), seed);
    }

    function approveDuringChanges(uint256 seed) external {
        _approve("approveDuringChanges", _find(ITaskEscrow.State.ChangesRequested, seed), seed);
    }

    function release(uint256 seed) external {
        uint256 id = _findOverdue(ITaskEscrow.State.Submitted, seed);
        bytes memory call = abi.encodeCall(escrow.releaseAfterReview, (id));
        _timeout("release", id, _anyone(seed), call, escrow.getTask(id).poster, 0);
    }

    /// @dev Anyone brings the judge's verdict; sending it again must have no effect.
    function approveByJudge(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.Submitted, seed);
        if (escrow.getTask(id).judge == address(0)) id = _bring(ITaskEscrow.State.Submitted, _judgedSeed(seed));
        _approveByJudge(id, seed);
    }

    function rateWork(uint256 seed) external {
        uint256 id = lastJudged;
        if (!escrow.getTask(id).posterMayRate || block.timestamp > escrow.getTask(id).deadline) id = _bringJudged(seed);
        ++recordOf[id].posterRatings;
        bytes memory call = abi.encodeCall(escrow.rateWork, (id, uint8((seed % 5) + 1), TEXT));
        _step("rateWork", id, escrow.getTask(id).poster, call);
    }

    function ratePoster(uint256 seed) external {
        uint256 id = lastJudged;
        if (!escrow.getTask(id).workerMayRate || block.timestamp > escrow.getTask(id).deadline) id = _bringJudged(seed);
        ++recordOf[id].workerRatings;
        bytes memory call = abi.encodeCall(escrow.rateAndClaimStake, (id, uint8((seed % 5) + 1), TEXT));
        _step("ratePoster", id, escrow.getTask(id).worker, call);
    }

    /// @dev The holder of the judge's key tries everything that not just anyone may do, on any task.
    function judgeTries(uint256 seed) external {
        _count("judgeTries");
        if (created == 0) return;
        uint256 id = (seed % created) + 1;
        ITaskEscrow.Task memory task = escrow.getTask(id);
        bytes32 before = entitlements();
        bytes32 work = task.state == ITaskEscrow.State.Submitted ? bytes32(seed) : task.contentHash;
        uint256 round = task.changeRound;
        bytes[13] memory calls = [
            abi.encodeCall(escrow.approveByJudge, (id, round, work, block.timestamp, _verdict(id, work))),
            abi.encodeCall(escrow.fundMore, (id, uint256(task.reward) + 1, block.timestamp)),
            abi.encodeCall(escrow.cancelTask, (id)),
            abi.encodeCall(escrow.submitWork, (id, TEXT)),
            abi.encodeCall(escrow.resubmitWork, (id, round, TEXT, block.timestamp, _verdict(id, TEXT))),
            abi.encodeCall(escrow.requestChanges, (id, task.contentHash, TEXT)),
            abi.encodeCall(escrow.approve, (id, task.contentHash, 5, TEXT)),
            abi.encodeCall(escrow.reject, (id, task.contentHash, 1, TEXT)),
            abi.encodeCall(escrow.contest, (id, TEXT)),
            abi.encodeCall(escrow.rule, (id, 0, true, TEXT)),
            abi.encodeCall(escrow.rateAndClaimStake, (id, 1, TEXT)),
            abi.encodeCall(escrow.rateWork, (id, 1, TEXT)),
            abi.encodeCall(escrow.withdraw, (judge))
        ];
        for (uint256 i = 0; i < calls.length; ++i) {
            vm.prank(judge);
            (bool ok, ) = address(escrow).call(calls[i]);
            if (ok) ++judgeEffects;
        }
        if (entitlements() != before) ++judgeEffects;
    }

    function reject(uint256 seed) external {
        _reject(_find(ITaskEscrow.State.Submitted, seed), seed);
    }

    /*//////////////////////////////////////////////////////////////
                                DISPUTE
    //////////////////////////////////////////////////////////////*/

    function concede(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.Rejected, seed);
        _step("concede", id, escrow.getTask(id).worker, abi.encodeCall(escrow.finalizeRejection, (id)));
    }

    function finalizeRejection(uint256 seed) external {
        uint256 id = _findOverdue(ITaskEscrow.State.Rejected, seed);
        ITaskEscrow.Task memory task = escrow.getTask(id);
        bytes memory call = abi.encodeCall(escrow.finalizeRejection, (id));
        _timeout("finalizeRejection", id, _anyone(seed), call, task.worker, task.stake);
    }

    function contest(uint256 seed) external {
        _contest(_find(ITaskEscrow.State.Rejected, seed));
    }

    function rule(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.Disputed, seed);
        bytes memory call = abi.encodeCall(escrow.rule, (id, uint16(seed % 10_001), seed % 2 == 0, TEXT));
        _step("rule", id, arbiter, call);
    }

    function ruleByDefault(uint256 seed) external {
        uint256 id = _findOverdue(ITaskEscrow.State.Disputed, seed);
        _timeout("ruleByDefault", id, _anyone(seed), abi.encodeCall(escrow.ruleByDefault, (id)), arbiter, 0);
    }

    /*//////////////////////////////////////////////////////////////
                                 STAKE
    //////////////////////////////////////////////////////////////*/

    function rateAndClaim(uint256 seed) external {
        uint256 id = _find(ITaskEscrow.State.Approved, seed);
        ++recordOf[id].workerRatings;
        bytes memory call = abi.encodeCall(escrow.rateAndClaimStake, (id, uint8((seed % 5) + 1), TEXT));
        _step("rateAndClaim", id, escrow.getTask(id).worker, call);
    }

    function claim(uint256 seed) external {
        uint256 id = _findOverdue(ITaskEscrow.State.Approved, seed);
        ITaskEscrow.Task memory task = escrow.getTask(id);
        bytes memory call = abi.encodeCall(escrow.claimStakeAfterRating, (id));
        _timeout("claim", id, _anyone(seed), call, task.worker, task.stake);
    }

    /// @dev An account with a credit withdraws it; if there is none, a denied party's task is ended first.
    function withdraw(uint256 seed) external {
        if (totalCredits() == 0) {
            uint256 id = _find(ITaskEscrow.State.Funded, seed);
            address poster = escrow.getTask(id).poster;
            usdc.blacklist(poster);
            _step("cancel", id, poster, abi.encodeCall(escrow.cancelTask, (id)));
        }
        _count("withdraw");
        for (uint256 i = 0; i < actors.length + treasuries.length; ++i) {
            uint256 slot = (seed % 97 + i) % (actors.length + treasuries.length);
            address holder = slot < actors.length ? actors[slot] : treasuries[slot - actors.length];
            uint256 amount = escrow.credits(holder);
            if (amount == 0) continue;
            _heal(holder);
            withdrawn += amount;
            _call(holder, abi.encodeCall(escrow.withdraw, (holder)));
            return;
        }
    }

    /*//////////////////////////////////////////////////////////////
                    OWNER, TOKEN, CLOCK AND STRANGERS
    //////////////////////////////////////////////////////////////*/

    function ownerActs(uint256 seed) external {
        _count("ownerActs");
        bytes32 before = entitlements();
        _call(owner, abi.encodeCall(escrow.setCreationPaused, (seed % 2 == 0)));
        _call(owner, abi.encodeCall(escrow.setTreasury, (treasuries[seed % treasuries.length])));
        if (entitlements() != before) ++ownerEffects;
    }

    function tokenFailure(uint256 seed) external {
        _count("tokenFailure");
        if (seed % 3 == 0) usdc.pause();
        else if (seed % 3 == 1) usdc.blacklist(actors[seed % actors.length]);
        else usdc.blacklist(treasuries[seed % treasuries.length]);
    }

    function donate(uint256 seed) external {
        _count("donate");
        _heal(address(escrow));
        uint256 amount = seed % 1e9;
        usdc.mint(address(escrow), amount);
        donated += amount;
    }

    function passTime(uint256 seed) external {
        _count("passTime");
        vm.warp(block.timestamp + (seed % 3 days));
    }

    /*//////////////////////////////////////////////////////////////
                             STEPS, ONE BY ONE
    //////////////////////////////////////////////////////////////*/

    function _create(uint256 seed) private returns (uint256) {
        ITaskEscrow.Terms memory t = _terms(seed);
        return _createBy(_payer(seed), t, "create", abi.encodeCall(escrow.createTask, (t)));
    }

    function _createBy(
        address sender,
        ITaskEscrow.Terms memory t,
        string memory action,
        bytes memory call
    ) private returns (uint256 id) {
        if (escrow.creationPaused()) _call(owner, abi.encodeCall(escrow.setCreationPaused, (false)));
        id = ++created;
        (recordOf[id].content, recordOf[id].reward) = (t.metadataHash, t.reward);
        _step(action, id, sender, call);
    }

    function _start(uint256 id, uint256 seed) private {
        ITaskEscrow.Task memory task = escrow.getTask(id);
        address worker = _payer(seed / 7);
        if (worker == task.poster) worker = _payer(seed / 7 + 1);
        uint256 way = seed % 3;
        bytes memory call = _startCall(way, id, task, worker);
        address sender = way == 2 ? _anyone(seed) : worker;
        _step(way == 0 ? "start" : way == 1 ? "startWithPermit" : "startWithAuthorization", id, sender, call);
        if (escrow.getTask(id).worker != worker) ++illegalSteps;
        _replay(id, sender, call);
    }

    function _startCall(
        uint256 way,
        uint256 id,
        ITaskEscrow.Task memory task,
        address worker
    ) private view returns (bytes memory) {
        bytes32 terms = _agreed(task);
        ITaskEscrow.SelectionVoucher memory voucher;
        if (task.mode == ITaskEscrow.Mode.Selection) voucher = _voucher(id, task, worker);
        if (way == 0) return abi.encodeCall(escrow.stakeAndStart, (id, terms, voucher));
        if (way == 1) {
            ITaskEscrow.Permit memory permit = _permit(worker, task.stake);
            return abi.encodeCall(escrow.stakeAndStartWithPermit, (id, terms, voucher, permit));
        }
        bytes32 nonce = escrow.startNonce(id, terms);
        ITaskEscrow.Authorization memory authorization = _authorization(worker, task.stake, nonce);
        return abi.encodeCall(escrow.stakeAndStartWithAuthorization, (id, terms, voucher, authorization));
    }

    function _submit(uint256 id, uint256 seed) private {
        bytes memory call = abi.encodeCall(escrow.submitWork, (id, _work(id, seed)));
        _step("submit", id, escrow.getTask(id).worker, call);
    }

    function _requestChanges(uint256 id) private {
        ITaskEscrow.Task memory task = escrow.getTask(id);
        bytes memory call = abi.encodeCall(escrow.requestChanges, (id, task.contentHash, TEXT));
        _step("requestChanges", id, task.poster, call);
    }

    function _approve(string memory action, uint256 id, uint256 seed) private {
        ++recordOf[id].posterRatings;
        ITaskEscrow.Task memory task = escrow.getTask(id);
        bytes memory call = abi.encodeCall(escrow.approve, (id, task.contentHash, uint8((seed % 5) + 1), TEXT));
        _step(action, id, task.poster, call);
    }

    function _reject(uint256 id, uint256 seed) private {
        ++recordOf[id].posterRatings;
        ITaskEscrow.Task memory task = escrow.getTask(id);
        bytes memory call = abi.encodeCall(escrow.reject, (id, task.contentHash, uint8((seed % 5) + 1), TEXT));
        _step("reject", id, task.poster, call);
    }

    function _judgedSeed(uint256 seed) private pure returns (uint256) {
        seed %= 1e70;
        return _isJudged(seed) ? seed : seed + 13;
    }

    function _bringJudged(uint256 seed) private returns (uint256 id) {
        id = _bring(ITaskEscrow.State.Submitted, _judgedSeed(seed));
        _approveByJudge(id, seed);
    }

    /// @dev The worker gets the reward less the fee, and its stake; the poster and the judge get nothing.
    function _approveByJudge(uint256 id, uint256 seed) private {
        ITaskEscrow.Task memory task = escrow.getTask(id);
        bytes memory call = abi.encodeCall(
            escrow.approveByJudge,
            (id, task.changeRound, task.contentHash, block.timestamp, _verdict(id, task.contentHash))
        );
        uint256 fee = (uint256(task.reward) * escrow.platformFeeBps()) / 10_000;
        (uint256 ofWorker, uint256 ofPoster) = (_wealth(task.worker), _wealth(task.poster));
        _step("approveByJudge", id, _anyone(seed), call);
        if (task.state != ITaskEscrow.State.Submitted || task.judge != judge) ++judgeEffects;
        if (_wealth(task.worker) - ofWorker != task.reward - fee + task.stake) ++judgeEffects;
        if (_wealth(task.poster) != ofPoster || _wealth(judge) != 0) ++judgeEffects;
        lastJudged = id;
        _replay(id, _anyone(seed), call);
    }

    function _contest(uint256 id) private {
        _step("contest", id, escrow.getTask(id).worker, abi.encodeCall(escrow.contest, (id, TEXT)));
    }

    function _expire(string memory action, ITaskEscrow.State state, uint256 seed) private {
        uint256 id = _findOverdue(state, seed);
        ITaskEscrow.Task memory task = escrow.getTask(id);
        uint256 most = state == ITaskEscrow.State.ChangesRequested ? task.stake / 2 : 0;
        _timeout(action, id, _anyone(seed), abi.encodeCall(escrow.expireTask, (id)), task.worker, most);
    }

    /*//////////////////////////////////////////////////////////////
                             FINDING A TASK
    //////////////////////////////////////////////////////////////*/

    /// @dev A task in this state whose deadline has not passed; created if none of three candidates qualifies.
    function _find(ITaskEscrow.State state, uint256 seed) private returns (uint256) {
        uint256[] storage ids = _open[state];
        for (uint256 i = 0; i < 3 && i < ids.length; ++i) {
            uint256 id = ids[(seed % 1e9 + i) % ids.length];
            if (block.timestamp <= escrow.getTask(id).deadline) return id;
        }
        return _bring(state, seed);
    }

    function _findWithRound(uint256 seed) private returns (uint256 id) {
        id = _find(ITaskEscrow.State.Submitted, seed);
        ITaskEscrow.Task memory task = escrow.getTask(id);
        if (task.changeRound == task.maxChangeRounds) id = _bring(ITaskEscrow.State.Submitted, seed);
    }

    function _findOverdue(ITaskEscrow.State state, uint256 seed) private returns (uint256 id) {
        id = _find(state, seed);
        vm.warp(escrow.getTask(id).deadline + 1 + (seed % 100));
    }

    /// @dev Creates a task and brings it to `state`.
    function _bring(ITaskEscrow.State state, uint256 seed) private returns (uint256 id) {
        // With a stake, because without one an approved task is settled.
        if (state == ITaskEscrow.State.Approved) seed = (seed % 1e70) * 2;
        id = _create(seed);
        if (state == ITaskEscrow.State.Funded) return id;
        _start(id, seed);
        if (state == ITaskEscrow.State.Started) return id;
        _submit(id, seed);
        if (state == ITaskEscrow.State.Submitted) return id;
        if (state == ITaskEscrow.State.ChangesRequested) _requestChanges(id);
        else if (state == ITaskEscrow.State.Approved) _approve("approve", id, seed);
        else _reject(id, seed);
        if (state == ITaskEscrow.State.Disputed) _contest(id);
    }

    function _work(uint256 id, uint256 seed) private returns (bytes32 work) {
        work = keccak256(abi.encode("work", seed));
        recordOf[id].content = work;
    }
}
