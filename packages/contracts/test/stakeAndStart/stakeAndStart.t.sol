// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

import { ITaskEscrow } from "../../src/interfaces/ITaskEscrow.sol";
import { EscrowErrors } from "../../src/libraries/EscrowErrors.sol";
import { Wallet1271 } from "../mocks/Wallet1271.sol";
import { Base } from "../Base.t.sol";

contract StakeAndStart is Base {
    /// @dev The terms hash that `start` passes.
    bytes32 private _agreed;

    function setUp() public override {
        super.setUp();
        _agreed = agreed();
    }

    function act(uint256 id) private {
        escrow.stakeAndStart(id, _agreed, noVoucher());
    }

    function selection() private returns (uint256) {
        _agreed = agreed(poster, selectionTerms());
        return create(selectionTerms());
    }

    function start(uint256 id, ITaskEscrow.SelectionVoucher memory voucher) private {
        vm.prank(worker);
        escrow.stakeAndStart(id, _agreed, voucher);
    }

    function tomorrow() private view returns (uint256) {
        return block.timestamp + 1 days;
    }

    function assertRefused(uint256 id, ITaskEscrow.SelectionVoucher memory voucher) private {
        expectInvalidSignature(poster);
        start(id, voucher);
    }

    function assertConflict(address party) private {
        uint256 id = funded();
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ConflictOfInterest.selector, id, party));
        vm.prank(party);
        escrow.stakeAndStart(id, _agreed, noVoucher());
    }

    function test_RevertGiven_TheTaskIsNotFunded() public {
        assertOnlyIn(only(ITaskEscrow.State.Funded), stranger, act);
    }

    function test_RevertWhen_TheCallerIsThePoster() public {
        assertConflict(poster);
    }

    function test_RevertWhen_TheCallerIsTheArbiter() public {
        assertConflict(arbiter);
    }

    function test_JD1_RevertWhen_TheCallerIsTheJudge() public {
        uint256 id = create(judgedTerms());
        _agreed = agreed(poster, judgedTerms());
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ConflictOfInterest.selector, id, judge));
        vm.prank(judge);
        escrow.stakeAndStart(id, _agreed, noVoucher());
    }

    function test_RevertGiven_TheTaskIsNoLongerOpen() public {
        uint256 id = funded();
        warpPast(id);
        expectDeadlinePassed(id);
        start(id, noVoucher());
    }

    function assertWrongTerms(uint256 id, ITaskEscrow.Terms memory read) private {
        _agreed = agreed(poster, read);
        expectWrongTerms(id, _agreed, agreed());
        start(id, noVoucher());
    }

    function test_D15_RevertWhen_TheWorkerAgreedToOtherTerms() public {
        uint256 id = funded();
        ITaskEscrow.Terms memory t = terms();
        t.reward += 1;
        assertWrongTerms(id, t);
        (t = terms()).stake -= 1;
        assertWrongTerms(id, t);
        (t = terms()).metadataHash = WORK;
        assertWrongTerms(id, t);
        assertWrongTerms(id, selectionTerms());
        assertWrongTerms(id, judgedTerms());
        (t = terms()).maxChangeRounds = 1;
        assertWrongTerms(id, t);
        for (uint256 index = 1; index < 7; ++index) {
            t = terms();
            if (index == 1) t.windows.work -= 1;
            else if (index == 2) t.windows.review += 1;
            else if (index == 3) t.windows.resubmit -= 1;
            else if (index == 4) t.windows.contest -= 1;
            else if (index == 5) t.windows.rule += 1;
            else t.windows.rate += 1;
            assertWrongTerms(id, t);
        }
    }

    function test_D15_RevertWhen_TheTaskIsAnothersOrTheDeploymentHasOtherTerms() public {
        uint256 id = funded();
        bytes32 actual = agreed();
        _agreed = agreed(stranger, terms());
        expectWrongTerms(id, _agreed, actual);
        start(id, noVoucher());
        feeBps += 1;
        _agreed = agreed();
        expectWrongTerms(id, _agreed, actual);
        start(id, noVoucher());
        (feeBps, arbiter) = (FEE_BPS, stranger);
        _agreed = agreed();
        expectWrongTerms(id, _agreed, actual);
        start(id, noVoucher());
    }

    function test_RevertWhen_TheTokenDeliversLess() public {
        uint256 id = funded();
        usdc.setFeeOnTransfer(1);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.ShortDelivery.selector, STAKE, STAKE - 1));
        start(id, noVoucher());
    }

    function assertStarts(uint256 id, ITaskEscrow.SelectionVoucher memory voucher, address posterOf) private {
        uint256 before = usdc.balanceOf(worker);
        expectEvent();
        emit ITaskEscrow.TaskStarted(id, posterOf, worker, STAKE, block.timestamp + 7 days);
        start(id, voucher);
        assertEq(before - usdc.balanceOf(worker), STAKE);
        assertEq(usdc.balanceOf(address(escrow)), REWARD + STAKE);
        assertEq(escrow.getTask(id).worker, worker);
        assertState(id, ITaskEscrow.State.Started);
        assertDeadlineIn(id, 7 days);
    }

    function test_GivenTheTaskStartsInstantly() public {
        uint256 id = funded();
        warpTo(id);
        assertStarts(id, noVoucher(), poster);
    }

    /// @dev The worker holds nothing and has allowed nothing, and the token does not even work.
    function test_ZS1_GivenTheTaskHasNoStake() public {
        uint256 id = create(freeTerms());
        (address poor, uint256 key) = makeAddrAndKey("poor");
        bytes32 offered = agreed(poster, freeTerms());
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, poor, tomorrow());
        usdc.pause();
        expectEvent();
        emit ITaskEscrow.TaskStarted(id, poster, poor, 0, block.timestamp + 7 days);
        forward(key, abi.encodeCall(escrow.stakeAndStart, (id, offered, voucher)));
        assertState(id, ITaskEscrow.State.Started);
        assertEq(escrow.getTask(id).worker, poor);
        assertEq(usdc.balanceOf(address(escrow)), REWARD);
    }

    function test_RevertWhen_TheVoucherHasExpired() public {
        uint256 id = selection();
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, block.timestamp - 1);
        vm.expectRevert(abi.encodeWithSelector(EscrowErrors.SignatureExpired.selector, block.timestamp - 1));
        start(id, voucher);
    }

    function test_RevertWhen_TheVoucherNamesAnotherWorker() public {
        uint256 id = selection();
        assertRefused(id, voucherFor(posterKey, id, stranger, tomorrow()));
    }

    function test_RevertWhen_TheVoucherIsForAnotherTask() public {
        uint256 id = selection();
        assertRefused(id, voucherFor(posterKey, id + 1, worker, tomorrow()));
    }

    /// @dev Two tasks of the poster, whose ids a reorg has swapped.
    function test_C13_RevertWhen_TheVoucherIsForOtherMetadata() public {
        ITaskEscrow.Terms memory other = selectionTerms();
        other.metadataHash = TEXT;
        uint256 id = create(other);
        _agreed = agreed(poster, other);
        assertRefused(id, voucherFor(posterKey, id, worker, tomorrow()));
    }

    function test_RevertWhen_TheVoucherNamesAnotherDeadline() public {
        uint256 id = selection();
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, tomorrow());
        voucher.deadline += 1;
        assertRefused(id, voucher);
    }

    function test_RevertWhen_TheVoucherIsForAnotherContract() public {
        uint256 id = selection();
        bytes32 domain = domainSeparator(address(deploy(deployment())));
        bytes32 structHash = keccak256(abi.encode(SELECTION_TYPEHASH, id, METADATA, worker, tomorrow()));
        assertRefused(id, ITaskEscrow.SelectionVoucher(tomorrow(), sign(posterKey, domain, structHash)));
    }

    function test_RevertWhen_TheVoucherIsForAnotherChain() public {
        uint256 id = selection();
        ITaskEscrow.SelectionVoucher memory voucher = voucherFor(posterKey, id, worker, tomorrow());
        vm.chainId(block.chainid + 1);
        assertRefused(id, voucher);
    }

    function test_RevertWhen_AnotherAccountSigned() public {
        uint256 id = selection();
        assertRefused(id, voucherFor(workerKey, id, worker, tomorrow()));
    }

    function test_RevertWhen_ThereIsNoSignature() public {
        uint256 id = selection();
        assertRefused(id, ITaskEscrow.SelectionVoucher(tomorrow(), ""));
    }

    function test_WhenThePosterSignedForTheCaller() public {
        uint256 id = selection();
        assertStarts(id, voucherFor(posterKey, id, worker, block.timestamp), poster);
    }

    function test_WhenThePosterIsAContractWallet() public {
        Wallet1271 wallet = new Wallet1271(poster);
        usdc.mint(address(wallet), REWARD);
        wallet.execute(address(usdc), abi.encodeCall(usdc.approve, (address(escrow), REWARD)));
        wallet.execute(address(escrow), abi.encodeCall(escrow.createTask, (selectionTerms())));
        ITaskEscrow.SelectionVoucher memory notTheOwners = voucherFor(workerKey, 1, worker, tomorrow());
        _agreed = agreed(address(wallet), selectionTerms());
        expectInvalidSignature(address(wallet));
        start(1, notTheOwners);
        assertStarts(1, voucherFor(posterKey, 1, worker, tomorrow()), address(wallet));
    }
}
